import type { Finding, Fix, Severity } from '../../rules/model/finding.ts';
import { counted, listed } from '../../rules/model/words.ts';
import { codeFrame } from './code-frame.ts';
import { type Colors, colorsFor } from './colors.ts';
import { visible } from './escape.ts';
import { type Format, type Report, rangeIn, type Surroundings, standsInFile } from './report.ts';
import { wrap } from './wrap.ts';

/** Columns of code where no terminal says how many there are. */
const codeWidth = 110;
const indent = '  ';

/** Findings for a person: place, verdict, the code with the range underlined, related places, fixes, and the sum. */
export const text: Format = (report, around) => {
  const colors = colorsFor(around.color);
  const blocks = report.findings.map((finding) => block(report, finding, around, colors));
  blocks.push(sum(report, colors));
  return { text: `${blocks.join('\n\n')}\n` };
};

function block(report: Report, finding: Finding, around: Surroundings, colors: Colors): string {
  const { rule, severity, message, place, related, field } = finding;
  const paint = painted(severity, colors);
  const file = report.file(place.file);
  const head = [
    standsInFile(place) ? colors.bold(address(report, place)) : colors.bold('the project'),
    paint(colors.bold(severity)),
    colors.cyan(link(rule, around)),
    ...(field === undefined ? [] : [colors.dim(visible(field))]),
  ].join('  ');
  const width = around.columns === undefined ? undefined : Math.max(40, around.columns - indent.length);
  const lines = [head, ...wrap(visible(message), width).map((line) => indent + line)];
  if (file !== undefined && standsInFile(place) && file.lines.text !== '') {
    const columns = around.columns ?? codeWidth;
    const { line } = file.lines.positionAt(place.start);
    const frame = codeFrame(file.lines, place, file.secrets, {
      colors,
      paint,
      width: Math.max(20, columns - indent.length * 2 - String(line).length - 3),
    });
    lines.push(...frame.map((row) => indent + indent + row));
  }
  for (const one of related) {
    lines.push(`${indent}${colors.dim('see')} ${address(report, one.place)} ${visible(one.message)}`);
  }
  lines.push(...fixLines(finding.fixes, colors, width));
  return lines.join('\n');
}

function address(report: Report, place: Finding['place']): string {
  const { line, column } = rangeIn(report, place);
  return `${visible(place.file)}:${line}:${column}`;
}

/** The titles side by side where they fit on a line, else one below the other. */
function fixLines(fixes: readonly Fix[], colors: Colors, width: number | undefined): string[] {
  const lines = (label: string, safe: boolean): string[] => {
    const titles = fixes.filter((fix) => fix.safe === safe).map(({ title }) => visible(title));
    const room = (width ?? codeWidth) - label.length - 2;
    const joined = titles.join(' · ');
    const shown = joined.length <= room ? [joined] : titles.flatMap((title) => hanging(title, width && room));
    const gap = ' '.repeat(label.length + 2);
    return titles.length === 0
      ? []
      : shown.map((line, at) => `${indent}${at === 0 ? `${colors.green(label)}: ` : gap}${line}`);
  };
  return [...lines('fix (--fix)', true), ...lines('fix', false)];
}

/** Wrapped with its further lines set in, so that each title is seen to be one. */
function hanging(title: string, width: number | undefined): string[] {
  return wrap(title, width && width - 2).map((line, at) => (at === 0 ? line : `  ${line}`));
}

/** A link to the rule's page, for terminals that know links. */
function link(rule: string, { terminal, color, pageUri }: Surroundings): string {
  const uri = terminal && color ? pageUri(rule) : undefined;
  return uri === undefined ? rule : `\u001b]8;;${uri}\u0007${rule}\u001b]8;;\u0007`;
}

function painted(severity: Severity, colors: Colors): (text: string) => string {
  switch (severity) {
    case 'error':
      return colors.red;
    case 'warning':
      return colors.yellow;
    case 'info':
      return colors.blue;
  }
}

function sum({ findings, summary }: Report, colors: Colors): string {
  const { errors, warnings, infos, files, fields, suppressed, hidden } = summary;
  const counts = [
    ...(errors > 0 ? [colors.red(counted(errors, 'error'))] : []),
    ...(warnings > 0 ? [colors.yellow(counted(warnings, 'warning'))] : []),
    ...(infos > 0 ? [colors.blue(counted(infos, 'info'))] : []),
  ];
  const seen =
    fields === 0
      ? `${counted(files, 'file')} looked at, none declares an encrypted field`
      : `${counted(files, 'file')} looked at, ${counted(fields, 'encrypted field')}`;
  const mark = errors > 0 ? colors.red('✗') : warnings > 0 ? colors.yellow('!') : colors.green('✓');
  const lines = [`${mark} ${counts.length === 0 ? 'nothing found' : listed(counts)} · ${seen}`];
  const notes = [
    ...fixNotes(findings),
    ...(suppressed > 0 ? [`${counted(suppressed, 'finding')} suppressed`] : []),
    ...(hidden > 0 ? [`${counted(hidden, 'warning or info', 'warnings and infos')} hidden by --quiet`] : []),
  ];
  if (notes.length > 0) lines.push(colors.dim(`${indent}${notes.join(' · ')}`));
  return lines.join('\n');
}

function fixNotes(findings: readonly Finding[]): string[] {
  const safe = findings.filter(({ fixes }) => fixes.some((fix) => fix.safe)).length;
  const offered = findings.filter(({ fixes }) => fixes.length > 0 && !fixes.some((fix) => fix.safe)).length;
  return [
    ...(safe > 0 ? [`--fix would fix ${safe}`] : []),
    ...(offered > 0 ? [`${offered} with a fix to choose`] : []),
  ];
}
