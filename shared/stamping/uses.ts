import { refuseLaterNotes } from '../invoices/later-documents';
import { settleLedger } from '../payments/settle-ledger';
import { capability, type Deps } from '../platform/runtime/capability';
import { LINE_RULES } from '../receipts/line-taxes';
import { settleReceiptMonths } from '../receipts/receipt-alerts';
import { readReceiptBooks } from '../receipts/receipt-books';
import { readCredited, releaseDocument } from './credit-ledger';
import { assertNotEnding, openCancellation } from './ending-documents';
import * as alerts from './invoice-alerts';
import { openKeys } from './organization/open-keys';
import { prepareInvoice } from './prepare';
import * as provider from './provider/documents';
import { Pace } from './provider/pace';
import { releaseReceipt } from './receipt-ledger';
import * as transitions from './record-outcome';
import { RENTAL_DRAFT_USES } from './rental-draft';
import { STAMPING_RULES } from './stamping-rules';
import * as work from './work';

const rules = capability({}, () => STAMPING_RULES);
/** `remaining` is milliseconds until the function must have answered. */
const clock = capability({}, ({ now, newId, remaining }) => ({ now, newId, remaining }));

/** The capabilities that every step of the saga uses. An operation adds its own. */
export const SETTLE_USES = {
  rules,
  clock,
  openKeys,
  readStamping: transitions.readStamping,
  recordStamped: transitions.recordStamped,
  recordFacts: transitions.recordFacts,
  recordRefused: transitions.recordRefused,
  recordCancellation: transitions.recordCancellation,
  settleLedger,
  readCredited,
  readReceiptBooks,
  settleReceiptMonths,
  noteLookup: work.noteLookup,
  readArchivedWork: work.readArchivedWork,
  raiseAlertOnce: alerts.raiseAlertOnce,
  resolveAlerts: alerts.resolveAlerts,
  findDocuments: provider.findDocuments,
  readDocument: provider.readDocument,
  askAuthority: provider.askAuthority,
  cancelDocument: provider.cancelDocument,
  readCancelWork: work.readCancelWork,
  enqueueCancelWork: work.enqueueCancelWork,
  completeWork: work.completeWork,
};
export type SettleDeps = Deps<typeof SETTLE_USES>;

/** Stamping also settles: another call may move the invoice meanwhile. */
export const STAMP_USES = {
  ...SETTLE_USES,
  prepareInvoice,
  lineRules: capability({}, () => LINE_RULES),
  assertNotEnding,
  lockInvoice: transitions.lockInvoice,
  createDocument: provider.createDocument,
  updateDraft: provider.updateDraft,
  stampDraft: provider.stampDraft,
  removeDraft: provider.removeDraft,
};
export type StampDeps = Deps<typeof STAMP_USES>;

export const CANCEL_USES = {
  ...SETTLE_USES,
  refuseLaterNotes,
  openCancellation,
  openReplacement: work.openReplacement,
};
export type CancelDeps = Deps<typeof CANCEL_USES>;

export const WEBHOOK_USES = { ...SETTLE_USES, wasWorkedOff: work.wasWorkedOff, noteEvent: work.noteEvent };
export type WebhookDeps = Deps<typeof WEBHOOK_USES>;

/** The pace of one run at the provider. */
const pace = capability({}, (context) => new Pace(context, Number(context.env('STAMPING_CALLS_PER_SECOND'))), [
  'STAMPING_CALLS_PER_SECOND',
]);

export const RECOVERY_USES = {
  ...SETTLE_USES,
  acquireLease: work.acquireLease,
  saveCheckpoint: work.saveCheckpoint,
  endRun: work.endRun,
  pace,
  listWork: work.listWork,
  archiveWork: work.archiveWork,
  releaseDocument,
  releaseReceipt,
  ...RENTAL_DRAFT_USES,
};
export type RecoveryDeps = Deps<typeof RECOVERY_USES>;
