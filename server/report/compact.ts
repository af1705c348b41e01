import { visible } from './escape.ts';
import { type Format, rangeIn, standsInFile } from './report.ts';

/** One line a finding, in the form of compilers, which editors and scripts know how to read. */
export const compact: Format = (report) => ({
  text: report.findings
    .map((finding) => {
      const { rule, severity, message, place } = finding;
      const { line, column } = rangeIn(report, place);
      const at = standsInFile(place) ? `${visible(place.file)}:${line}:${column}: ` : '';
      return `${at}${severity}: ${visible(message)} [${rule}]\n`;
    })
    .join(''),
});
