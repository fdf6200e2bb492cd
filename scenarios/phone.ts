import { uuidVersion7 } from '../shared/platform/runtime/uuid';

const MINUTE_MS = 60_000;

/** What a phone recorded. */
export interface Recorded {
  readonly id: string;
  readonly kind: string;
  readonly recordedAt: string;
  readonly [field: string]: unknown;
}

/** The recorder of a phone: the identifiers ascend in the order of recording. */
export function recorder(tripId: string) {
  let made = 0;
  return (kind: string, minutesAgo: number, fields: object): Recorded => {
    made += 1;
    const at = Date.now() - minutesAgo * MINUTE_MS;
    const bytes = new Uint8Array(10);
    bytes[9] = made;
    return { id: uuidVersion7(at, bytes), kind, recordedAt: new Date(at).toISOString(), tripId, ...fields };
  };
}
