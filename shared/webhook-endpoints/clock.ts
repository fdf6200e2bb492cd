import { capability } from '../platform/runtime/capability';

/** The clock of a run, and the chance by which pauses vary. It needs no permission. */
export const clock = capability({}, (context) => ({
  now: context.now,
  remaining: context.remaining,
  random: () => (context.randomBytes(1)[0] ?? 0) / 256,
}));
