import { type MongodbVersion, mongodbVersions } from '../../rules/model/target.ts';
import { isRecord } from './is-record.ts';

/** What the editor's settings say. Clients send null, nothing, or half of it: each value has its default. */
export interface ClientSettings {
  readonly enable: boolean;
  readonly codeLens: boolean;
  readonly inlayHints: boolean;
  /** Bytes of a typical string; undefined leaves it to the configuration. */
  readonly length: number | undefined;
  readonly mongodb: MongodbVersion | undefined;
  /** The configuration file to use instead of the nearest one. */
  readonly configuration: string | undefined;
  readonly includeTests: boolean;
}

export const defaultSettings: ClientSettings = {
  enable: true,
  codeLens: true,
  inlayHints: true,
  length: undefined,
  mongodb: undefined,
  configuration: undefined,
  includeTests: false,
};

/** Reads what a client sent under `encsafe`, whatever it is. */
export function readClientSettings(sent: unknown): ClientSettings {
  const record = isRecord(sent) ? sent : {};
  const flag = (name: string, fallback: boolean) => {
    const value = record[name];
    if (typeof value === 'boolean') return value;
    return isRecord(value) && typeof value.enable === 'boolean' ? value.enable : fallback;
  };
  const { length, mongodb, configuration } = record;
  return {
    enable: flag('enable', true),
    codeLens: flag('codeLens', true),
    inlayHints: flag('inlayHints', true),
    length: typeof length === 'number' && Number.isInteger(length) && length >= 0 ? length : undefined,
    mongodb: mongodbVersions.find((version) => version === mongodb),
    configuration: typeof configuration === 'string' && configuration !== '' ? configuration : undefined,
    includeTests: flag('includeTests', false),
  };
}
