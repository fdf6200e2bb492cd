import * as v from 'valibot';
import { Uuid } from '../platform/values/fields';

/** The content of the canary's secret: its account, and the trip that it reads. `npm run canary` writes it. */
export const CanarySettings = v.object({
  /** The public address of the API. */
  url: v.pipe(v.string(), v.regex(/^https?:\/\/[\w.-]+(:\d+)?$/)),
  email: v.string(),
  password: v.string(),
  teamId: Uuid,
  tripId: Uuid,
});
export type CanarySettings = v.InferOutput<typeof CanarySettings>;

/** Reads the secret's text. Undefined when it holds no settings, as after the first deploy. */
export function canarySettingsIn(text: string): CanarySettings | undefined {
  try {
    return v.parse(CanarySettings, JSON.parse(text));
  } catch {
    return undefined;
  }
}
