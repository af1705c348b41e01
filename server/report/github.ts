import type { Finding, Severity } from '../../rules/model/finding.ts';
import { visible } from './escape.ts';
import { type Format, type Report, rangeIn, standsInFile } from './report.ts';

const commands = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
} as const satisfies Record<Severity, string>;

/** GitHub shows at most so many annotations of a kind for one step, and drops the others in silence. */
const limit = 10;

/** Workflow commands that GitHub Actions turns into annotations of the changed lines. */
export const github: Format = (report, { prefix }) => {
  const kept: Record<Severity, Finding[]> = { error: [], warning: [], info: [] };
  for (const finding of report.findings) kept[finding.severity].push(finding);
  const tooMany = Object.values(kept).some((findings) => findings.length > limit);
  // The notice that some were left out needs a place of its own.
  const limits: Record<Severity, number> = {
    error: limit,
    warning: limit,
    info: tooMany ? limit - 1 : limit,
  };
  const shown = report.findings.filter(
    (finding) => kept[finding.severity].indexOf(finding) < limits[finding.severity],
  );
  const left = report.findings.length - shown.length;
  const lines = shown.map((finding) => annotation(report, finding, prefix));
  if (left === 0) return { text: lines.map((line) => `${line}\n`).join('') };
  const note = `${left} of ${report.findings.length} findings are not annotated: GitHub shows ${limit} of each severity for a step; the log and the other formats hold all`;
  lines.push(`::notice title=encsafe::${data(note)}`);
  return { text: lines.map((line) => `${line}\n`).join(''), note };
};

function annotation(report: Report, finding: Finding, prefix: string): string {
  const { rule, severity, message, place, related } = finding;
  const properties: [string, string | number][] = [];
  if (standsInFile(place)) {
    const { line, column, endLine, endColumn } = rangeIn(report, place);
    properties.push(['file', `${prefix}${place.file}`], ['line', line], ['col', column]);
    // Columns mean something to GitHub only within one line.
    if (endLine > line) properties.push(['endLine', endLine]);
    else properties.push(['endLine', endLine], ['endColumn', endColumn]);
  }
  properties.push(['title', rule]);
  const further = related.map((one) => {
    const { line } = rangeIn(report, one.place);
    return ` (${one.place.file}:${line}: ${one.message})`;
  });
  const written = properties.map(([name, value]) => `${name}=${property(String(value))}`).join(',');
  return `::${commands[severity]} ${written}::${data(`${message}${further.join('')}`)}`;
}

function data(text: string): string {
  return percent(visibleButBreaks(text));
}

function property(text: string): string {
  return percent(visibleButBreaks(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function percent(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Line breaks have an escape of their own here. */
function visibleButBreaks(text: string): string {
  return text
    .split(/(\r\n|\n|\r)/)
    .map((part, index) => (index % 2 === 1 ? part : visible(part)))
    .join('');
}
