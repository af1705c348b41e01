import { type Value, valueAt } from '../../../rules/model/value.ts';
import type { CallTree } from '../../read/tree.ts';
import { type Evaluator, type Located, noParameters, placeOf } from '../evaluate.ts';
import type { Collector } from './collector.ts';
import { readEncryptedFields } from './mongoose-fields.ts';
import { readNestedSchemas } from './nested-schemas.ts';

/** `new Schema(definition, options)`, when some field of it is encrypted or it has an `encryptionType`. */
export function readMongooseSchema(
  file: string,
  call: CallTree,
  evaluator: Evaluator,
  collector: Collector,
): void {
  const [definitionTree, optionsTree] = call.arguments;
  const definition = evaluated(definitionTree);
  if (definition?.kind !== 'object') return;
  const options = evaluated(optionsTree);
  const own = options?.kind === 'object' ? options : undefined;
  const fields = readEncryptedFields(definition);
  const nested = readNestedSchemas(file, definitionTree, evaluator);
  const encryptionType = own === undefined ? undefined : valueAt(own, 'encryptionType');
  if (fields.length === 0 && nested.length === 0 && encryptionType === undefined) return;
  collector.addMongoose({
    place: placeOf(file, call.nameSpan),
    definition,
    ...(own === undefined ? {} : { options: own }),
    optionsKnown: optionsTree === undefined || (own !== undefined && !own.open),
    ...(encryptionType === undefined ? {} : { encryptionType }),
    fields,
    nested,
  });

  function evaluated(tree: CallTree['arguments'][number] | undefined): Value | undefined {
    if (tree === undefined || tree.kind === 'spread') return undefined;
    const located: Located = { file, tree, parameters: noParameters };
    return evaluator.evaluate(located);
  }
}
