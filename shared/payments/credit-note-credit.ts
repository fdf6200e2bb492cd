import { type LedgerDocument, receiptedBeyond } from '../invoices/ledger';
import { AppError, validationError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { getItem } from '../platform/table/read';
import { incrementIf, type Step, unexpectedConflict } from '../platform/table/steps';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import { creditNoteCreditKey } from '../trips/receivable';
import type { PaymentRecord } from './payment';

/**
 * The credit of a client of kind CREDIT_NOTE: which writes change it, and which collections use it. When a credit note takes back what a receipt
 * of payment had confirmed, the money stays with the carrier as credit of the client. A collection by compensation pays other documents with it.
 */

/** SAT c_FormaPago: compensation. */
const COMPENSATION = '17';

const usesCreditNotes = ({ method, paymentForm }: Pick<PaymentRecord, 'method' | 'paymentForm'>): boolean =>
  method === 'OTRO' && paymentForm === COMPENSATION;

/** The cents that a payment takes from the credit. */
const usedBy = (record: PaymentRecord | undefined): Cents =>
  record?.creditKind === undefined || record.voidedAt !== undefined ? 0 : centsOf(record.amount);

/** The documents and payments of one transaction, before and after it. */
interface CreditChanges {
  readonly documents: readonly {
    readonly before: LedgerDocument;
    readonly after: LedgerDocument & { readonly clientId: string | null };
  }[];
  readonly payments: readonly {
    readonly before: PaymentRecord | undefined;
    readonly after: PaymentRecord | undefined;
  }[];
}

/**
 * One write for each client whose credit changes. A payment needs the credit that it uses: of two payments with the same
 * credit the second is CONFLICT. A note that is cancelled after its credit was used leaves the credit below 0.
 */
export function creditNoteSteps(teamId: string, { documents, payments }: CreditChanges): Step[] {
  const [gained, used] = [new Map<string, Cents>(), new Map<string, Cents>()];
  const add = (sums: Map<string, Cents>, clientId: string | null | undefined, cents: Cents) => {
    if (clientId && cents !== 0) sums.set(clientId, (sums.get(clientId) ?? 0) + cents);
  };
  for (const { before, after } of documents)
    add(gained, after.clientId, receiptedBeyond(after) - receiptedBeyond(before));
  for (const { before, after } of payments) add(used, (after ?? before)?.clientId, usedBy(after) - usedBy(before));
  return [...new Set([...gained.keys(), ...used.keys()])].flatMap((clientId) => {
    const taken = used.get(clientId) ?? 0;
    const inFavour = (gained.get(clientId) ?? 0) - taken;
    if (inFavour === 0) return [];
    const change = { add: { inFavour }, set: { clientId, kind: 'CREDIT_NOTE' as const } };
    const key = creditNoteCreditKey(teamId, clientId);
    if (taken <= 0) return [incrementIf(key, change, {}, unexpectedConflict('A credit'))];
    // Whole cents: above one cent less is at least as much.
    return [incrementIf(key, change, { above: { inFavour: taken - 1 } }, () => new AppError('CONFLICT'))];
  });
}

/** The credits that a request read. A repeated request that finds less met another one: CONFLICT. */
export type CreditsRead = Map<string, Cents>;

/**
 * The kind of credit that a new collection pays with; none for other methods and forms. Throws VALIDATION_FAILED when the
 * client has less.
 */
export async function creditKindOf(
  context: Context,
  teamId: string,
  clientId: string | undefined,
  received: Pick<PaymentRecord, 'method' | 'paymentForm' | 'amount'>,
  seen: CreditsRead,
): Promise<Pick<PaymentRecord, 'creditKind'>> {
  if (!usesCreditNotes(received)) return {};
  const credit = clientId && (await getItem(context, creditNoteCreditKey(teamId, clientId)));
  const inFavour = Math.max(0, credit ? credit.inFavour : 0);
  const cents = centsOf(received.amount);
  if (clientId && cents > inFavour && (seen.get(clientId) ?? 0) >= cents) throw new AppError('CONFLICT');
  if (clientId) seen.set(clientId, inFavour);
  if (cents > inFavour)
    throw validationError('amount', {
      en: `Method OTRO with payment form ${COMPENSATION} pays with what credit notes left in favour of the client: ${pesosOf(inFavour)}. Send at most that, or the method by which money arrived.`,
      es: `El método OTRO con la forma de pago ${COMPENSATION} paga con lo que las notas de crédito dejaron a favor del cliente: ${pesosOf(inFavour)}. Envíe como máximo eso, o el método con que llegó el dinero.`,
    });
  return { creditKind: 'CREDIT_NOTE' };
}
