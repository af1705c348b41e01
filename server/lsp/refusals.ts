import { catalogue } from '../../rules/catalogue.ts';
import type { Finding } from '../../rules/model/finding.ts';
import type { MongodbProject } from '../../rules/model/mongodb.ts';
import { holds } from '../../rules/model/place.ts';
import type { Project } from '../../rules/model/project.ts';
import { eqlTargetFor } from '../../rules/model/target.ts';
import type { ObjectValue } from '../../rules/model/value.ts';
import type { LintSettings } from '../lint.ts';
import type { Declared, DeclaredContainer } from './declarations.ts';

/** Whether the target takes a declaration, whatever is suppressed or switched off. */
export type Verdict =
  | { readonly kind: 'legal' }
  | { readonly kind: 'refused'; readonly finding: Finding }
  /** Something is only known at run time. */
  | { readonly kind: 'unknown' };

export function verdictOfField(declared: Declared, project: Project, settings: LintSettings): Verdict {
  const subject = declared.kind === 'queryable' ? { list: declared.list } : { schema: declared.schema };
  const found = errorsOf(subject, project, settings);
  if (found === undefined) return { kind: 'unknown' };
  const { field, parts } = declared;
  const document = declared.kind === 'queryable' ? declared.list.document : declared.schema.schema;
  const own = found.find(
    (finding) =>
      parts.some((part) => holds(part, finding.place)) ||
      (finding.field !== undefined && finding.field === field.path && holds(document.place, finding.place)),
  );
  if (own !== undefined) return { kind: 'refused', finding: own };
  return isWhole(declared) ? { kind: 'legal' } : { kind: 'unknown' };
}

/** The first thing that the target refuses about all fields together. */
export function refusalOfContainer(
  container: DeclaredContainer,
  project: Project,
  settings: LintSettings,
): Finding | undefined {
  const subject = container.kind === 'queryable' ? { list: container.list } : { schema: container.schema };
  return errorsOf(subject, project, settings)?.[0];
}

interface Subject {
  readonly list?: MongodbProject['fieldLists'][number];
  readonly schema?: MongodbProject['csfleSchemas'][number];
}

type Errors = readonly Finding[] | undefined;

/** A mouse asks about one list again and again. */
const known = new WeakMap<LintSettings, WeakMap<object, { readonly errors: Errors }>>();

/** What the rules call an error in one list alone; undefined where a rule fails. */
function errorsOf(subject: Subject, project: Project, settings: LintSettings): Errors {
  const bySubject = known.get(settings) ?? new WeakMap<object, { readonly errors: Errors }>();
  known.set(settings, bySubject);
  const key = subject.list ?? subject.schema ?? subject;
  const { errors } = bySubject.get(key) ?? { errors: findErrors(subject, project, settings) };
  bySubject.set(key, { errors });
  return errors;
}

function findErrors({ list, schema }: Subject, project: Project, settings: LintSettings): Errors {
  const document = list?.document ?? schema?.schema;
  const alone: Project = {
    ...project,
    mongodb: {
      fieldLists: list === undefined ? [] : [list],
      csfleSchemas: schema === undefined ? [] : [schema],
      mongooseSchemas: project.mongodb.mongooseSchemas.filter(
        ({ definition }) =>
          document !== undefined &&
          holds(definition.place, document.place) &&
          holds(document.place, definition.place),
      ),
      clients: [],
      namespaceMaps: [],
      collectionCommands: [],
      queries: { operations: [], unknown: [] },
    },
  };
  try {
    return catalogue
      .filter(({ id, severity }) => severity === 'error' && id.startsWith('mongodb/'))
      .flatMap((rule) => [
        ...rule.check(alone, {
          options: (file) => settings.options(rule, file),
          eql: (file, generation) => eqlTargetFor(generation, settings.eql(file)),
        }),
      ])
      .filter(({ severity }) => severity === 'error');
  } catch {
    // The diagnostics say which rule failed.
    return undefined;
  }
}

function isWhole({ field }: Declared): boolean {
  if (field.system === 'mongodb-csfle') return field.inheritanceKnown && isKnown(field.encrypt);
  const { element, queriesKnown, queries, path } = field;
  return (
    path !== undefined && queriesKnown && isKnown(element) && queries.every(({ object }) => isKnown(object))
  );
}

/** True when every value that stands in an object is known, but for its key, which is made elsewhere. */
function isKnown(object: ObjectValue | undefined): boolean {
  return (
    object !== undefined &&
    !object.open &&
    object.properties.every(({ key, value }) => key === 'keyId' || value.kind !== 'unknown')
  );
}
