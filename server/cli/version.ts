import { packageRoot } from './package-root.ts';

declare const ENCSAFE_VERSION: string | undefined;

/** The version of this package: written into the bundle when it is built. */
export function version(): string {
  return typeof ENCSAFE_VERSION === 'string' ? ENCSAFE_VERSION : packageRoot().version;
}
