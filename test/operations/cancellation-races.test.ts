import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import type { Office } from '../support/office';
import { quickTable } from '../support/quick-table';
import { collected, type ReceiptDesk as Desk, draftNote, made, receiptOf, validInvoice } from '../support/receipt-desk';
import { runs } from '../support/runs';
import { stampingOffices } from '../support/stamping-office';

const offices = stampingOffices(quickTable());
const { befall, open, insertCustomer, stamp, statusOf, sendWith } = offices;

const MINUTE = 60_000;
const IN_FORCE = ['VALID', 'CANCELLED_PENDING'];

afterEach(offices.forgetWork);

const draftReceipt = async (desk: Desk) => receiptOf(desk, await collected(desk));

async function validNote(desk: Desk, id: string): Promise<string> {
  const noteId = await draftNote(desk, id, 0.2);
  expect((await stamp(desk.office, noteId)).status).toBe(200);
  return noteId;
}

/** A document that is cancelled or substituted, and another one that makes this impossible once it is stamped. */
interface Pair {
  readonly ended: string;
  readonly dependent: string;
  /** Both may be done, the cancellation first: a cancelled note or receipt leaves its invoice in force. */
  readonly canFollow?: true;
}

const PAIRS: readonly [string, (desk: Desk) => Promise<Pair>][] = [
  [
    'an invoice and the stamp of its credit note',
    async (desk) => {
      const ended = await validInvoice(offices, desk);
      return { ended, dependent: await draftNote(desk, ended) };
    },
  ],
  [
    'an invoice and the stamp of its receipt',
    async (desk) => ({ ended: await validInvoice(offices, desk), dependent: await draftReceipt(desk) }),
  ],
  [
    'a credit note and the stamp of a later receipt',
    async (desk) => {
      const ended = await validNote(desk, await validInvoice(offices, desk));
      return { ended, dependent: await draftReceipt(desk), canFollow: true };
    },
  ],
  [
    'a receipt and the stamp of a later credit note',
    async (desk) => {
      const invoice = await validInvoice(offices, desk);
      const ended = await draftReceipt(desk);
      expect((await stamp(desk.office, ended)).status).toBe(200);
      return { ended, dependent: await draftNote(desk, invoice), canFollow: true };
    },
  ],
];

/** `npm test` looks at one of eight calls of every second action. */
const EACH = runs(8, 1);
const ALL_ACTIONS = [
  'GetItem',
  'BatchGetItem',
  'TransactWriteItems',
  'Query',
  'CreateInvoice',
  'PutItem',
  'CancelInvoice',
];
const ACTIONS = ALL_ACTIONS.filter((_, place) => place % runs(2, 1) === 0);

/** Sends one request, and before its calls the other one, with documents of their own. Returns the pairs of answers. */
async function atEachCall(
  prepare: (desk: Desk) => Promise<Pair>,
  [first, second]: readonly ['ended' | 'dependent', 'ended' | 'dependent'],
): Promise<Set<string>> {
  const operations = { ended: cancelInvoice, dependent: stampInvoice } as const;
  const seen = new Set<string>();
  const office = await open();
  for (const action of ACTIONS) {
    for (let skip = 0, isReached = true; isReached; skip += EACH) {
      const desk = { office, clientId: (await insertCustomer(office)).id };
      const pair = await prepare(desk);
      isReached = false;
      const send = (which: 'ended' | 'dependent', meanwhile?: () => Promise<unknown>) => {
        const body = which === 'ended' ? { motive: '02' } : {};
        const faults = meanwhile ? [{ action, skip, times: 1, meanwhile }] : [];
        return sendWith(faults, office, operations[which], { id: pair[which] }, body);
      };
      const answers: unknown[] = [];
      const { answer } = await send(first, async () => {
        isReached = true;
        const { answer: other } = await send(second);
        answers.push(other.body.error ?? other.status);
      });
      answers.push(answer.body.error ?? answer.status);
      const [ended, dependent] = [await statusOf(office, pair.ended), await statusOf(office, pair.dependent)];
      const both = !pair.canFollow && ended === 'CANCELLED' && IN_FORCE.includes(String(dependent));
      expect([action, skip, ended, dependent, both]).toEqual([action, skip, ended, dependent, false]);
      if (isReached) seen.add(answers.join(' '));
    }
  }
  return seen;
}

describe('tax 4.8: the cancellation of a document and the stamp of one that depends on it', () => {
  test.each(PAIRS)(
    'at once leave one of both: %s, which overtakes',
    async (_, prepare) => {
      const seen = await atEachCall(prepare, ['ended', 'dependent']);
      expect([...seen]).toEqual(expect.arrayContaining(['200 LATER_DOCUMENTS', 'DOCUMENT_PENDING 200']));
    },
    60_000,
  );

  test.each(PAIRS)(
    'at once leave one of both: %s, which is overtaken',
    async (_, prepare) => {
      const seen = await atEachCall(prepare, ['dependent', 'ended']);
      expect([...seen]).toContain('LATER_DOCUMENTS 200');
    },
    60_000,
  );

  test('that the provider refused does not hold the next note', async () => {
    const office = await open();
    const desk = { office, clientId: (await insertCustomer(office)).id };
    const id = await validInvoice(offices, desk);
    const noteId = await draftNote(desk, id);
    befall({ fault: 'REFUSE', actions: ['CancelInvoice'] });
    expect((await sendWith([], office, cancelInvoice, { id }, { motive: '02' })).answer.status).toBe(502);
    expect((await stamp(office, noteId)).status).toBe(200);
  });

  test('waits for its decision: the note is 409 DOCUMENT_PENDING, and is stamped after a rejection', async () => {
    const office = await open();
    const desk = { office, clientId: (await insertCustomer(office)).id };
    const id = await validInvoice(offices, desk);
    const receiptId = await draftReceipt(desk);
    befall({ fault: 'PENDING', seconds: 60, outcome: 'rejected', actions: ['CancelInvoice'] });
    const { answer } = await sendWith([], office, cancelInvoice, { id }, { motive: '02' });
    expect(answer).toMatchObject({ body: { status: 'CANCELLED_PENDING' } });
    const refusal = await stamp(office, receiptId);
    expect(refusal).toMatchObject({ status: 409, body: { error: 'DOCUMENT_PENDING' } });
    expect(refusal.body.message).toContain(id);
    office.testContext.pass(2 * MINUTE);
    offices.bench.pass(2 * MINUTE);
    await offices.refresh(office, id);
    expect((await stamp(office, receiptId)).status).toBe(200);
  });
});

describe('tax 6.2: a substitute and a credit note of the old invoice', () => {
  const prepared = async (office: Office) => {
    const desk = { office, clientId: (await insertCustomer(office)).id };
    const old = await validInvoice(offices, desk);
    const substitute = await made(office, substituteInvoice, { path: { id: old }, body: { notes: 'x' } });
    return { old, substitute, note: await draftNote(desk, old) };
  };

  test('is not stamped after the note: 409 LATER_DOCUMENTS, and the old invoice stays', async () => {
    const office = await open();
    const { old, substitute, note } = await prepared(office);
    expect((await stamp(office, note)).status).toBe(200);
    expect(await stamp(office, substitute)).toMatchObject({ status: 409, body: { error: 'LATER_DOCUMENTS' } });
    expect([await statusOf(office, old), await statusOf(office, substitute)]).toEqual(['VALID', 'DRAFT']);
  });

  test.each([
    ['substitute', 'note'],
    ['note', 'substitute'],
  ] as const)(
    'of a %s and a %s that are stamped at once, one is VALID',
    async (first, second) => {
      const office = await open();
      for (const action of ACTIONS) {
        for (let skip = 0, isReached = true; isReached; skip += EACH) {
          const drafts = await prepared(office);
          isReached = false;
          const meanwhile = async () => {
            isReached = true;
            await stamp(office, drafts[second]);
          };
          await sendWith([{ action, skip, times: 1, meanwhile }], office, stampInvoice, { id: drafts[first] });
          const statuses = [await statusOf(office, drafts.substitute), await statusOf(office, drafts.note)];
          expect([action, skip, ...statuses.filter((status) => status === 'VALID')]).toEqual([action, skip, 'VALID']);
        }
      }
    },
    60_000,
  );
});
