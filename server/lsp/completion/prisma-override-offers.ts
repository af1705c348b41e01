import { classNames, classOf } from '../../../rules/guessability/classes.ts';
import { bitsInWords } from '../../report/cost-words.ts';
import { type PrismaCursor, spanInFile } from './prisma-cursor.ts';
import type { AnnotationOffer, AnnotationOffers } from './prisma-offer.ts';

/** What `encsafe-field: class=email length=40 rows=100000` may say of a field. */
export function overrideOffers({ group, at }: PrismaCursor): AnnotationOffers | undefined {
  const lineStart = group.text.lastIndexOf('\n', at - 1) + 1;
  const written = /(?<![\w-])encsafe-field:?((?:[\s,]+[\w-]+=[^\s,]*)*)[\s,]+(\w*)(=[\w-]*)?$/.exec(
    group.text.slice(lineStart, at),
  );
  if (written === null) return undefined;
  const [, before = '', key = '', value] = written;
  const behind = group.text.slice(at);
  if (value === undefined) {
    const rest = /^\w*(?:=[\w-]*)?/.exec(behind)?.[0] ?? '';
    const span = spanInFile(group, at - key.length, at + rest.length);
    const others = `${before} ${behind.slice(rest.length).split('\n')[0]}`;
    return span && { span, offers: keys.filter(({ label }) => !others.includes(`${label}=`)) };
  }
  if (key !== 'class') return undefined;
  const span = spanInFile(group, at - value.length + 1, at + (/^[\w-]*/.exec(behind)?.[0] ?? '').length);
  return span && { span, offers: classNames.map(classOffer) };
}

function classOffer(name: (typeof classNames)[number]): AnnotationOffer {
  const { label, bits } = classOf(name);
  return {
    label: name,
    kind: 'value',
    text: name,
    detail: `${label}${bits === undefined ? '' : `, ${bitsInWords(bits)}`}`,
  };
}

const keys: readonly AnnotationOffer[] = [
  {
    label: 'class',
    kind: 'key',
    text: 'class=email',
    snippet: 'class=${1:email}',
    detail: 'what its values are',
  },
  {
    label: 'length',
    kind: 'key',
    text: 'length=40',
    snippet: 'length=${1:40}',
    detail: 'bytes of a typical value',
  },
  {
    label: 'rows',
    kind: 'key',
    text: 'rows=100000',
    snippet: 'rows=${1:100000}',
    detail: 'rows that the table will hold',
  },
];
