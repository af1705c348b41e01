import { createHash } from 'node:crypto';
import type * as Sarif from 'sarif';
import { catalogue } from '../../rules/catalogue.ts';
import type { Finding, Fix, Severity } from '../../rules/model/finding.ts';
import type { Place } from '../../rules/model/place.ts';
import { mask } from '../read/secrets.ts';
import { pageAddress } from './page-address.ts';
import { type Format, type Report, rangeIn, type Surroundings, standsInFile } from './report.ts';

const levels = {
  error: 'error',
  warning: 'warning',
  info: 'note',
} as const satisfies Record<Severity, Sarif.Result.level>;

const baseId = '%SRCROOT%';

/** SARIF 2.1.0, for code scanning and every viewer that reads it. */
export const sarif: Format = async (report, around) => {
  const used = new Set(report.findings.map(({ rule }) => rule));
  const rules = catalogue.filter(({ id }) => used.has(id));
  const index = new Map(rules.map(({ id }, at) => [id, at]));
  const fingerprint = fingerprints(report);
  const log: Sarif.Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'encsafe',
            version: around.version,
            semanticVersion: around.version,
            rules: await Promise.all(
              rules.map(({ id, title, severity }) => descriptor(id, title, severity, around)),
            ),
          },
        },
        columnKind: 'utf16CodeUnits',
        newlineSequences: ['\r\n', '\n', '\r'],
        originalUriBaseIds: {
          [baseId]: { description: { text: 'the top of the checkout, else the working directory' } },
        },
        invocations: [invocation(report)],
        results: report.findings.map((finding) => {
          const at = index.get(finding.rule);
          return {
            ruleId: finding.rule,
            ...(at === undefined ? {} : { ruleIndex: at }),
            level: levels[finding.severity],
            message: message(finding.message),
            ...(standsInFile(finding.place) ? { locations: [location(report, finding.place, around)] } : {}),
            ...relatedLocations(report, finding, around),
            partialFingerprints: { 'encsafe/v1': fingerprint(finding) },
            ...fixes(report, finding.fixes, around),
          };
        }),
      },
    ],
  };
  return { text: `${JSON.stringify(log, null, 2)}\n` };
};

async function descriptor(
  id: string,
  title: string,
  severity: Severity,
  { page }: Surroundings,
): Promise<Sarif.ReportingDescriptor> {
  const markdown = await page(id);
  const address = pageAddress(id);
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: markdown === undefined ? title : (firstParagraph(markdown) ?? title) },
    ...(markdown === undefined ? {} : { help: { text: markdown, markdown } }),
    ...(address === undefined ? {} : { helpUri: address }),
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: ['security', 'encryption', id.slice(0, id.indexOf('/'))] },
  };
}

function firstParagraph(markdown: string): string | undefined {
  return markdown
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/\s*\n\s*/g, ' ').trim())
    .find((part) => part !== '' && !part.startsWith('#'));
}

/** A crash of a rule, and every file that could not be opened, is a fault of the run and no result. */
function invocation({ findings, unreadable }: Report): Sarif.Invocation {
  const notifications: Sarif.Notification[] = unreadable.map(({ file, reason }) => ({
    level: 'warning',
    message: message(`${file} cannot be read: ${reason}`),
  }));
  return {
    executionSuccessful: findings.every(({ rule }) => rule !== 'encsafe/rule-crashed'),
    ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
  };
}

/** A bracket before a parenthesis would be a link: text that came from a file makes none. */
function message(text: string): Sarif.Message {
  return { text: /\]\(/.test(text) ? text.replaceAll(/[[\]\\]/g, '\\$&') : text };
}

function location(report: Report, place: Place, around: Surroundings): Sarif.Location {
  return {
    physicalLocation: { artifactLocation: artifact(place.file, around), region: region(report, place) },
  };
}

function relatedLocations(report: Report, { related }: Finding, around: Surroundings) {
  if (related.length === 0) return {};
  return {
    relatedLocations: related.map((one, id) => ({
      id,
      ...location(report, one.place, around),
      message: message(one.message),
    })),
  };
}

function region(report: Report, place: Place): Sarif.Region {
  const { line, column, endLine, endColumn } = rangeIn(report, place);
  return { startLine: line, startColumn: column, endLine, endColumn };
}

function artifact(file: string, { prefix }: Surroundings): Sarif.ArtifactLocation {
  return { uri: toRelativeUri(`${prefix}${file}`), uriBaseId: baseId };
}

/** Every segment percent-encoded; a colon in the first one would be taken for a scheme. */
function toRelativeUri(file: string): string {
  return file
    .split('/')
    .map((segment) => encodeURIComponent(segment.replaceAll(/\p{Surrogate}/gu, '\ufffd')))
    .join('/');
}

function fixes(report: Report, all: readonly Fix[], around: Surroundings): { fixes?: Sarif.Fix[] } {
  const written = all.flatMap((fix): Sarif.Fix[] => {
    const edits = report.edits(fix);
    if (edits === undefined) return [];
    const files = [...new Set(edits.map(({ file }) => file))];
    return [
      {
        description: message(fix.title),
        artifactChanges: files.map((file) => ({
          artifactLocation: artifact(file, around),
          replacements: edits
            .filter((edit) => edit.file === file)
            .map(({ start, end, text }) => ({
              deletedRegion: region(report, { file, start, end }),
              insertedContent: { text },
            })),
        })),
      },
    ];
  });
  return written.length === 0 ? {} : { fixes: written };
}

/** The same finding keeps its fingerprint when lines above it come and go: what it says of which line, counted. */
function fingerprints(report: Report): (finding: Finding) => string {
  const seen = new Map<string, number>();
  return ({ rule, place, field }) => {
    const key = JSON.stringify([rule, place.file, field ?? '', lineText(report, place)]);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return `${createHash('sha256').update(key).digest('hex').slice(0, 32)}:${count}`;
  };
}

function lineText(report: Report, place: Place): string {
  const file = report.file(place.file);
  if (file === undefined) return '';
  const { start, end } = file.lines.span(file.lines.positionAt(place.start).line);
  let text = '';
  let at = start;
  for (const secret of [...file.secrets].sort((one, other) => one.start - other.start)) {
    if (secret.end <= at || secret.start >= end) continue;
    text += file.lines.text.slice(at, Math.max(at, secret.start)) + mask;
    at = Math.min(secret.end, end);
  }
  return (text + file.lines.text.slice(at, end)).trim();
}
