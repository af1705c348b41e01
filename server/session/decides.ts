import { readPostgresEvidence } from '../project/targets/cipherstash.ts';
import { mentionsInDockerfile } from '../project/targets/dockerfile-mentions.ts';
import {
  asksForVariables,
  mayAskForVariables,
  mayNameVariables,
  readVariables,
} from '../project/targets/variables.ts';
import { mentionsInYaml } from '../project/targets/yaml-mentions.ts';

const settingsNames =
  /(?:^|\/)(?:encsafe\.config\.\w+|\.?encsafe(?:rc)?\.\w+|package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lock|\.env[^/]*|cipherstash-proxy\.toml|supabase\/config\.toml|[^/]*(?:eql|cipherstash)[^/]*\.sql)$/;

/** True for a file whose text may say something about the version or the configuration. */
export function mayDecide(file: string): boolean {
  return settingsNames.test(file) || mentionsOf(file) !== undefined;
}

/** True when a change of a file's text may change the version or the configuration of others. */
export function decidesMore(file: string, before: string, after: string): boolean {
  if (settingsNames.test(file)) return true;
  const mentions = mentionsOf(file);
  return mentions !== undefined && JSON.stringify(mentions(before)) !== JSON.stringify(mentions(after));
}

function mentionsOf(file: string): ((text: string) => readonly unknown[]) | undefined {
  const named = (text: string) => (mayNameVariables(file) ? readVariables(file, text) : undefined);
  if (/\.ya?ml$/i.test(file)) {
    return (text) => [mentionsInYaml(text), readPostgresEvidence(file, text), named(text)];
  }
  if (/(?:^|\/)Dockerfile[^/]*$|\.Dockerfile$/.test(file)) {
    return (text) => [mentionsInDockerfile(text), named(text)];
  }
  if (mayAskForVariables(file)) return (text) => [asksForVariables(text)];
  return mayNameVariables(file) ? (text) => [named(text)] : undefined;
}
