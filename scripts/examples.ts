import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const Recorded = v.object({
  operations: v.record(
    v.string(),
    v.object({
      as: v.optional(v.string()),
      parameters: v.record(v.string(), v.string()),
      body: v.optional(v.unknown()),
      status: v.number(),
      answer: v.optional(v.unknown()),
    }),
  ),
  /** By code. */
  errors: v.record(v.string(), v.unknown()),
});
export type Examples = v.InferOutput<typeof Recorded>;
export type Example = Examples['operations'][string];

/** What the running service was asked and what it answered, as scenarios/record recorded it. */
export const recordedExamples = (): Examples =>
  v.parse(Recorded, JSON.parse(readFileSync(join(__dirname, '..', 'docs', 'examples.json'), 'utf8')));
