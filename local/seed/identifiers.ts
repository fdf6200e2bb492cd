import { createHash } from 'node:crypto';

/**
 * A fixed identifier of version 7, older than any later one, so that the commands in the README can be pasted. The kind separates the
 * identifiers of different records.
 */
export const fixedId = (kind: keyof typeof KINDS, number: number): string =>
  `01930000-${String(KINDS[kind]).padStart(4, '0')}-7000-8000-${String(number).padStart(12, '0')}`;

const KINDS = {
  team: 1,
  driver: 2,
  vehicle: 3,
  trip: 4,
  client: 5,
  routePoint: 6,
  route: 7,
  stop: 8,
  trackingLink: 9,
  member: 10,
  file: 20,
  box: 30,
  reservation: 31,
  payment: 32,
  invoice: 40,
  archive: 41,
  alert: 50,
  apiKey: 60,
  webhookEndpoint: 61,
  import: 62,
};

/** The identifier of a stop of the demo's trips. Both count from 1. */
export const stopId = (trip: number, stop: number): string => fixedId('stop', trip * 100 + stop);

/** Bytes for a secret of the demo, which is the same at each start. */
export function fixedBytes(of: string, size: number): Uint8Array {
  const parts = Array.from({ length: Math.ceil(size / 32) }, (_, part) =>
    createHash('sha256').update(`demo ${of} ${part}`).digest(),
  );
  return Buffer.concat(parts).subarray(0, size);
}
