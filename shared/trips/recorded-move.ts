import type { AuditEvent } from '../audit/audit-event';
import type { TripStatus } from './trip';

/** The transition that each of these facts makes, unless the office or an earlier tap made it. */
export const MOVES = {
  TRIP_START: { from: 'NO_INICIADO', to: 'EN_PROCESO' },
  TRIP_END: { from: 'EN_PROCESO', to: 'COMPLETADO' },
} as const satisfies Readonly<Record<string, { readonly from: TripStatus; readonly to: TripStatus }>>;
export const MOVE_KINDS = ['TRIP_START', 'TRIP_END'] as const satisfies (keyof typeof MOVES)[];

/**
 * An entry as the timeline shows it. A fact that made a transition looks like one that found it made: which of several did
 * depends on the order of their arrival, and the audit alone shows that.
 */
export function asRecorded({ fact, ...entry }: AuditEvent): AuditEvent {
  if (fact !== undefined) {
    const { id, at, recordedAt, receivedAt, accuracyM } = fact;
    const action = entry.newStatus === MOVES.TRIP_START.to ? 'TRIP_START' : 'TRIP_END';
    const changes = accuracyM === undefined ? {} : { changes: { accuracyM } };
    return { ...entry, id, at, recordedAt, receivedAt, action, ...changes, ...reached(action) };
  }
  return entry.action === 'TRIP_START' || entry.action === 'TRIP_END' ? { ...entry, ...reached(entry.action) } : entry;
}

const reached = (action: keyof typeof MOVES) => ({ previousStatus: undefined, newStatus: MOVES[action].to });
