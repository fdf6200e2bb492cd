import type * as v from 'valibot';
import { type Condition, unchanged } from '../../platform/table/expression';
import type { Effect, Transition } from '../../platform/table/state-machine';
import { put } from '../../platform/table/steps';
import type { Text } from '../../platform/values/text';
import { type ArchiveRecord, type ArchiveStatus, type LatestArchive, latestArchiveKey, nameOf } from './archive';

/** Another request made an archive of the scope since its newest one was read. */
export class LatestChanged extends Error {}

/** The input of the transitions. Each reads only its own fields. */
export interface ArchiveGiven {
  /** The scope's newest archive, when it was read. */
  readonly latest?: v.InferOutput<typeof LatestArchive> | undefined;
  readonly providerId?: string | undefined;
  readonly reason?: Text | undefined;
}

type ArchiveEffect = Effect<ArchiveRecord, ArchiveGiven>;
type NextStatus = ArchiveStatus | ((record: ArchiveRecord) => ArchiveStatus);
export type ArchiveTransition = Transition<ArchiveStatus, ArchiveRecord, ArchiveGiven, string, NextStatus>;

/** Longer than a function may run. */
const HOLD_MS = 60_000;

const hold: ArchiveEffect = {
  says: 'for a minute no other call asks the provider for the archive or copies its file',
  set: (_, __, now) => ({ heldUntil: new Date(Date.parse(now) + HOLD_MS).toISOString() }),
};

const release: ArchiveEffect = {
  says: 'the next call may ask the provider or copy the file',
  set: () => ({ heldUntil: undefined }),
};

const becomeLatest: ArchiveEffect = {
  says: 'a request for the same month and types gets this archive, until it ends',
  steps: (_, { latest }, __, after) => [
    put(
      latestArchiveKey(after.teamId, nameOf(after)),
      { archiveId: after.id, expires: after.expires },
      asRead(latest),
      () => new LatestChanged(),
    ),
  ],
};

const asRead = (latest: ArchiveGiven['latest']): Condition =>
  latest === undefined ? { exists: false } : unchanged(latest, ['archiveId']);

const keepRequest: ArchiveEffect = {
  says: '`providerId` names the request at the provider',
  set: (_, { providerId }) => ({ providerId }),
};

const keepReason: ArchiveEffect = {
  says: '`errorMessage` holds the reason',
  set: (_, { reason }) => ({ errorMessage: reason }),
};

const sameStatus = ({ status }: ArchiveRecord): ArchiveStatus => status;

/** The state machine of an archive. A row without `from` creates it. */
export const ARCHIVE_TRANSITIONS = {
  create: { from: [], to: 'CREATED', by: 'ADMIN', effects: [becomeLatest, hold] },
  ask: { from: ['CREATED'], to: 'CREATED', by: 'a call after a request without an answer', effects: [hold] },
  accept: { from: ['CREATED'], to: 'CREATED', by: 'the provider takes the request', effects: [keepRequest, release] },
  process: { from: ['CREATED'], to: 'PROCESSING', by: 'the provider builds the file', effects: [] },
  copy: {
    from: ['CREATED', 'PROCESSING'],
    to: 'PROCESSING',
    by: 'the provider has the file, and a call copies it',
    effects: [hold],
  },
  pause: { from: ['CREATED', 'PROCESSING'], to: sameStatus, by: 'the provider did not answer', effects: [release] },
  finish: { from: ['PROCESSING'], to: 'FINISHED', by: 'the file is in the documents bucket', effects: [] },
  fail: {
    from: ['CREATED', 'PROCESSING'],
    to: 'FAILED',
    by: 'the provider refuses the request or cannot build the file, or the file is too large',
    effects: [keepReason],
  },
} as const satisfies Readonly<Record<string, ArchiveTransition>>;
