import type { AlertFacts, AlertType } from '../alerts/alert';
import { alertOnceSteps, resolutionEntry } from '../alerts/alerts';
import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { keptAfter, keptChange, ofTypes, resolveKept } from '../invoices/trip-alerts';
import { capability } from '../platform/runtime/capability';
import { ignoreAlreadyThere } from '../platform/table/already-there';
import { unchanged } from '../platform/table/expression';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { withNextVersion } from '../platform/table/version';
import { RecordChanged } from './ledger-effects';

/** The alerts about an invoice that are raised without a change of its status. */
type LoneAlert = Extract<
  AlertType,
  | 'INVOICE_STAMP_STUCK'
  | 'INVOICE_DUPLICATE'
  | 'SUBSTITUTION_REJECTED'
  | 'CANCELLATION_NOT_SENT'
  | 'CANCELLATION_REJECTED'
>;

/**
 * Raises an alert about an invoice once for each occasion, even when several requests try. The invoice keeps it, so that its own
 * transition resolves it. Returns the invoice with the alert.
 */
export const raiseAlertOnce = capability(
  { table: ['PutItem', 'UpdateItem'] },
  (context) =>
    async (record: InvoiceRecord, type: LoneAlert, occasion: string, facts?: AlertFacts): Promise<InvoiceRecord> => {
      const { teamId, id: entityId } = record;
      const id = context.newId();
      const kept = keptAfter(record, ofTypes(), [{ type, id }]);
      let after = record;
      const raised = async () => {
        await transact(context, [
          ...alertOnceSteps(context, teamId, { type, entityId, facts }, occasion, id),
          update(
            invoiceKey(teamId, entityId),
            { set: kept },
            unchanged(record, ['status', 'keptAlerts']),
            (found) => new RecordChanged(found),
          ),
        ]);
        after = withNextVersion({ ...record, ...kept });
      };
      await raised().catch(ignoreAlreadyThere);
      return after;
    },
);

/** Resolves the alerts of a type about an invoice. Returns the invoice without them. */
export const resolveAlerts = capability(
  { table: ['PutItem', 'UpdateItem'] },
  (context) =>
    async (record: InvoiceRecord, type: LoneAlert): Promise<InvoiceRecord> => {
      const { teamId, id } = record;
      const isEnded = ofTypes(type);
      await transact(context, [
        update(
          invoiceKey(teamId, id),
          keptChange(record, isEnded),
          unchanged(record, ['keptAlerts']),
          (found) => new RecordChanged(found),
        ),
        ...resolveKept(teamId, record, isEnded),
        ...(record.keptAlerts ?? []).flatMap((kept) =>
          isEnded(kept.type) ? [resolutionEntry(context, teamId, kept.id)] : [],
        ),
      ]);
      return withNextVersion({ ...record, ...keptAfter(record, isEnded) });
    },
);
