import { needed, pesos } from '../print/teller';
import { collect, createReceipt, listDueReceipts } from '../steps/books';
import { stamp } from '../steps/invoices';
import { MONTH } from './figures';
import { clientIdOf, documentOf, nameOf, type Office } from './office';

/** The clients pay: in parts, on account, and at once. */
export async function collectMoney(office: Office): Promise<void> {
  const { teller, desk, dates, collectionIds } = office;
  teller.chapter('Partial payments');
  for (const { client, amount, method, allocations } of MONTH.collections) {
    const parts = Object.entries(allocations);
    const { id } = await teller.tell(
      201,
      collect(desk, {
        clientId: clientIdOf(office, client),
        amount,
        method,
        paidAt: dates.paidAt,
        allocations: parts.map(([name, part]) => ({ invoiceId: documentOf(office, name).invoiceId, amount: part })),
      }),
      ({ unallocated }) =>
        `${pesos(amount)} of ${client}: ${parts.map(([name]) => name).join(', ') || 'on account'}; ${pesos(unallocated)} not allocated`,
    );
    collectionIds.push(id);
  }
  const { due } = await listDue(office);
  office.figures.compare(
    'receiptsDue',
    due
      .map(({ collectionId, amount }) => ({ collection: collectionIds.indexOf(collectionId), amount }))
      .sort((one, other) => one.collection - other.collection),
  );
}

function listDue({ teller, desk, dates: { month, dueOn } }: Office) {
  return teller.tell(200, listDueReceipts(desk, { month }), ({ due }) => {
    for (const { dueOn: day } of due) needed(day === dueOn ? day : undefined, `the due date ${dueOn}`);
    return `${due.length} payments need a receipt by ${dueOn}`;
  });
}

/** One receipt of payment for each client confirms the payments of the month. */
export async function stampReceipts(office: Office): Promise<void> {
  const { teller, desk, figures, collectionIds } = office;
  teller.chapter('Receipts of payment (REP)');
  const { due } = await listDue(office);
  for (const client of Object.keys(MONTH.clients)) {
    const clientId = clientIdOf(office, client);
    const wanted = due.filter((one) => one.clientId === clientId).map(({ collectionId }) => collectionId);
    const ordered = collectionIds.filter((id) => wanted.includes(id));
    const { id } = await teller.tell(
      201,
      createReceipt(desk, { clientId, collectionIds: ordered }),
      ({ payments }) => `A draft for ${payments?.length} payments of ${client}`,
    );
    const { payments } = await teller.tell(200, stamp(desk, id), ({ status }) => `Type P, ${status}`);
    const sorted = [...needed(payments, 'payments')].sort(
      (one, other) => collectionIds.indexOf(one.collectionId) - collectionIds.indexOf(other.collectionId),
    );
    figures.compare(
      `receipts.${client}`,
      sorted
        .flatMap(({ documents }) => documents)
        .map(({ invoiceId, installment, lastBalance, amount, balance, taxes }) => ({
          document: nameOf(office, invoiceId),
          installment,
          lastBalance,
          amount,
          balance,
          taxes,
        })),
    );
  }
  await listDue(office);
}
