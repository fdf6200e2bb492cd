import { capability } from '../platform/runtime/capability';
import type { Clock } from './deps';
import { openKeys } from './organization/open-keys';
import { prepareInvoice } from './prepare';
import * as provider from './provider/documents';
import * as transitions from './record-outcome';
import { RENTAL_DRAFT_USES } from './rental-draft';
import { STAMPING_RULES } from './stamping-rules';
import * as work from './work';

const rules = capability({}, () => STAMPING_RULES);
const clock = capability({}, ({ now, newId, remaining }): Clock => ({ now, newId, remaining }));

/** What the saga's steps use, by step. An operation adds to it what it needs beside. */
export const SETTLE_USES = {
  rules,
  clock,
  openKeys,
  readStamping: transitions.readStamping,
  recordStamped: transitions.recordStamped,
  recordRefused: transitions.recordRefused,
  recordCancellation: transitions.recordCancellation,
  noteLookup: work.noteLookup,
  readArchivedWork: work.readArchivedWork,
  raiseAlertOnce: work.raiseAlertOnce,
  findDocuments: provider.findDocuments,
  readDocument: provider.readDocument,
  askAuthority: provider.askAuthority,
};

/** Stamping uses the step that settles too: somebody else may move the invoice meanwhile. */
export const STAMP_USES = {
  ...SETTLE_USES,
  prepareInvoice,
  lockInvoice: transitions.lockInvoice,
  createDocument: provider.createDocument,
  updateDraft: provider.updateDraft,
  stampDraft: provider.stampDraft,
  removeDraft: provider.removeDraft,
};

export const CANCEL_USES = {
  ...SETTLE_USES,
  enqueueCancelWork: work.enqueueCancelWork,
  completeWork: work.completeWork,
  cancelDocument: provider.cancelDocument,
};

export const WEBHOOK_USES = { ...SETTLE_USES, wasWorkedOff: work.wasWorkedOff, noteEvent: work.noteEvent };

export const RECOVERY_USES = {
  ...SETTLE_USES,
  acquireLease: work.acquireLease,
  saveCheckpoint: work.saveCheckpoint,
  listWork: work.listWork,
  completeWork: work.completeWork,
  archiveWork: work.archiveWork,
  ...RENTAL_DRAFT_USES,
};
