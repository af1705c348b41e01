import type { PrismaModel } from '../../model/blind-index.ts';
import { grouped } from '../../model/grouped.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { removeArguments, replaceText, writtenOf } from '../fieldseal-annotation.ts';
import { fieldsealCode } from '../fieldseal-code.ts';
import { leastPopulation, mostBits } from '../truncation-band.ts';
import { type FieldDeclaration, fieldDeclarations, nameOf, reportOn } from './declaration.ts';
import { leastCosts } from './values.ts';

const refusal = ', which Fieldseal refuses when the client is made';

/**
 * What Fieldseal's core refuses when a client is made, but for the band of the bits and the fewest values, of which other
 * rules speak. Source: fieldseal-spec `core/typescript/src/blindindex.ts` (093b46f), validateIndexDeclaration.
 */
export function* refusedByClient(model: PrismaModel): Generator<Report> {
  for (const declaration of fieldDeclarations(model)) {
    const { annotation, declares } = declaration;
    if (declares !== 'index field' || annotation.problems.length > 0) continue;
    yield* checkIndexId(declaration);
    yield* checkCosts(declaration);
    yield* checkBucket(declaration);
    yield* checkPopulation(declaration);
  }
}

function* checkIndexId(declaration: FieldDeclaration): Generator<Report> {
  const id = writtenOf(declaration.annotation, 'index_id');
  if (id === undefined || isIndexId.test(id.value)) return;
  const meant = id.value.toLowerCase().replaceAll(/[_. ]/g, '-');
  yield reportOn(
    declaration,
    id.valuePlace,
    `index_id "${id.value}" of ${nameOf(declaration)} is not of 1 to 32 lower-case letters, digits and hyphens${refusal}: write ${isIndexId.test(meant) ? `"${meant}"` : 'such a name'}${fieldsealCode}`,
    isIndexId.test(meant) ? [suggestion(`write "${meant}"`, replaceText(id.valuePlace, `"${meant}"`))] : [],
  );
}

const isIndexId = /^[a-z0-9-]{1,32}$/;

function* checkCosts(declaration: FieldDeclaration): Generator<Report> {
  const { annotation } = declaration;
  const time = writtenOf(annotation, 'argon2_time_cost');
  const memory = writtenOf(annotation, 'argon2_memory_kib');
  if (time?.number === undefined || memory?.number === undefined) return;
  const idf = writtenOf(annotation, 'idf');
  if (idf?.value === 'hmac-sha512') {
    yield reportOn(
      declaration,
      time.keyPlace,
      `${nameOf(declaration)} has costs of Argon2 beside hmac-sha512${refusal}: leave argon2_time_cost and argon2_memory_kib out, or write idf: "argon2id"${fieldsealCode}`,
      [
        suggestion('remove the costs', ...removeArguments(annotation, Object.keys(leastCosts))),
        suggestion('write idf: "argon2id"', replaceText(idf.valuePlace, '"argon2id"')),
      ],
    );
    return;
  }
  if (idf?.value !== 'argon2id') return;
  for (const cost of [time, memory]) {
    const least = leastCosts[cost === time ? 'argon2_time_cost' : 'argon2_memory_kib'];
    if ((cost.number ?? least) >= least) continue;
    yield reportOn(
      declaration,
      cost.valuePlace,
      `${cost.key} ${cost.value} of ${nameOf(declaration)} makes guesses cheaper than Fieldseal allows${refusal}: write ${least} or more, or leave both costs out, which means ${leastCosts.argon2_time_cost} passes over 32 MiB${fieldsealCode}`,
      [suggestion(`write ${least}, the least`, replaceText(cost.valuePlace, String(least)))],
    );
  }
}

function* checkBucket(declaration: FieldDeclaration): Generator<Report> {
  const { annotation } = declaration;
  const bucket = writtenOf(annotation, 'on_unindexable');
  const normalize = writtenOf(annotation, 'normalize');
  if (bucket?.value !== 'bucket') return;
  if (normalize?.value !== 'identity' && normalize?.value !== 'digits-only-v1') return;
  yield reportOn(
    declaration,
    bucket.valuePlace,
    `on_unindexable: "bucket" of ${nameOf(declaration)} is for values that the normalizer refuses, and "${normalize.value}" refuses none${refusal}: leave it out${fieldsealCode}`,
    [suggestion('remove on_unindexable', ...removeArguments(annotation, ['on_unindexable']))],
  );
}

function* checkPopulation(declaration: FieldDeclaration): Generator<Report> {
  const { annotation } = declaration;
  const population = writtenOf(annotation, 'projected_population');
  if (population?.number === undefined) return;
  if (population.number < leastPopulation) {
    yield reportOn(
      declaration,
      population.valuePlace,
      `projected_population ${population.value} of ${nameOf(declaration)} is below ${leastPopulation}, where no number of bits hides anything${refusal}: leave the index out, or write how many distinct values there will be${fieldsealCode}`,
    );
    // Without a population there is no band, and only what the functions give bounds the bits.
    const bits = writtenOf(annotation, 'truncate_bits');
    if (bits?.number === undefined || (bits.number >= 1 && bits.number <= mostBits)) return;
    yield reportOn(
      declaration,
      bits.valuePlace,
      `truncate_bits ${grouped(bits.number)} of ${nameOf(declaration)} is outside of what both functions give${refusal}: write at most ${mostBits}${fieldsealCode}`,
    );
  }
}
