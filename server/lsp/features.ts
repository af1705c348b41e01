import type { Feature } from './server.ts';

/** Everything that the server can do, in no order. */
export const features: readonly Feature[] = [];
