import type { BlindIndexProject } from './blind-index.ts';
import type { EqlProject } from './eql.ts';
import type { MongodbProject } from './mongodb.ts';

/** All files, linked: what a rule sees. Plain data, no text, no syntax tree. */
export interface Project {
  readonly mongodb: MongodbProject;
  readonly eql: EqlProject;
  readonly blindIndex: BlindIndexProject;
}
