import type { CollectionCommand } from '../../model/mongodb.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { valueAt } from '../../model/value.ts';
import { checkKind, checkValidation } from './create-options.ts';
import { checkIndexes } from './indexes.ts';
import { checkMetadataNames } from './metadata-names.ts';
import { checkMongooseIndexes } from './mongoose-indexes.ts';
import { checkValidator } from './validator.ts';

export const rule = defineRule({
  id: 'mongodb/collection-options',
  severity: 'error',
  title: 'options, validators and indexes that an encrypted collection cannot have',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ mongodb }) {
    for (const command of mongodb.collectionCommands) yield* checkCommand(command);
    for (const list of mongodb.fieldLists) yield* checkMetadataNames(list);
    for (const schema of mongodb.mongooseSchemas) yield* checkMongooseIndexes(schema);
  },
});

function* checkCommand(command: CollectionCommand): Generator<Report> {
  switch (command.kind) {
    case 'createIndex':
      yield* checkIndexes(command);
      return;
    case 'createCollection':
      yield* checkKind(command);
      yield* checkOptions(command);
      return;
    case 'collMod':
      yield* checkOptions(command);
  }
}

function* checkOptions(command: CollectionCommand): Generator<Report> {
  yield* checkValidation(command);
  const validator = command.options === undefined ? undefined : valueAt(command.options, 'validator');
  if (validator?.kind === 'object') yield* checkValidator(validator, command.fieldList.fields);
}
