import { pageAddress } from './page-address.ts';
import { type Format, type Report, rangeIn } from './report.ts';

/** The findings for programs: version 1 of the contract. */
export const json: Format = (report) => ({ text: `${JSON.stringify(toJson(report), null, 2)}\n` });

function toJson(report: Report) {
  const { files, fields, lookups, errors, warnings, infos, suppressed } = report.summary;
  return {
    version: 1,
    findings: report.findings.map(({ rule, severity, message, place, related, fixes }) => {
      const url = pageAddress(rule);
      return {
        rule,
        severity,
        message,
        file: place.file,
        ...rangeIn(report, place),
        ...(url === undefined ? {} : { url }),
        related: related.map((one) => ({
          message: one.message,
          file: one.place.file,
          ...rangeIn(report, one.place),
        })),
        fixes: fixes.flatMap((fix) => {
          const edits = report.edits(fix);
          return edits === undefined
            ? []
            : [
                {
                  title: fix.title,
                  safe: fix.safe,
                  edits: edits.map(({ file, start, end, text }) => ({ file, start, end, text })),
                },
              ];
        }),
      };
    }),
    summary: { files, fields, lookups, errors, warnings, infos, suppressed },
  };
}
