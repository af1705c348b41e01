import type { EqlName } from '../../../../rules/model/eql.ts';
import type { FileFacts } from '../../../read/facts.ts';
import { placeOf } from '../../evaluate.ts';
import type { LinkSettings } from '../../settings.ts';
import { isOfCipherStash, packageOfModule } from './origin.ts';

/** The modules of CipherStash that a file names, and what it takes from each. */
export function readPackageNames({ file, source }: FileFacts, settings: LinkSettings): readonly EqlName[] {
  return (source?.imports ?? []).flatMap((imported): EqlName[] => {
    if (!isOfCipherStash(imported.module)) return [];
    const installed = settings.installed(file, packageOfModule(imported.module));
    const rest = {
      packageFolder: settings.packageOf(file),
      ...(installed === undefined ? {} : { installed }),
    };
    const { start, end } = imported.moduleSpan;
    return [
      {
        kind: 'module',
        name: imported.module,
        place: placeOf(file, imported.moduleSpan),
        // Without its quotes.
        namePlace: { file, start: start + 1, end: end - 1 },
        ...rest,
      },
      ...imported.names.map(
        ({ name, span }): EqlName => ({
          kind: 'import',
          schema: imported.module,
          name,
          place: placeOf(file, span),
          namePlace: placeOf(file, span),
          ...rest,
        }),
      ),
    ];
  });
}
