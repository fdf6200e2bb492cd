import type { Attack } from './support/attack';
import { must, textAt } from './support/http';
import { configure, seal, stamp } from './support/stamping';
import type { Team, World } from './support/world';

/** A PPD invoice of 2,000 pesos that is stamped, and a payment of 1,000 for it. */
async function paidInvoice(world: World, { teamId, owner }: Team) {
  await must(200, configure(owner, teamId));
  await must(200, seal(world, owner, teamId));
  const customer = { name: 'XENON INDUSTRIAL ARTICLES', rfc: 'XIA190128J61', zipCode: '76343', taxRegime: '601' };
  const clientId = textAt((await must(201, owner.send('POST /clients', { teamId, ...customer }))).body, 'id');
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 2_000 }];
  const invoiceId = textAt((await must(201, owner.send('POST /invoices', { teamId, clientId, items }))).body, 'id');
  await must(200, stamp(owner, teamId, invoiceId));
  const received = { clientId, amount: 1_000, method: 'TRANSFERENCIA', allocations: [{ invoiceId, amount: 1_000 }] };
  const { body } = await must(201, owner.send(`POST /teams/${teamId}/collections`, received));
  return { clientId, collectionId: textAt(body, 'id') };
}

/** Tax 3.7 and 4: money that a tax document confirms. */
export const receipts: readonly Attack[] = [
  {
    name: 'unmake-a-confirmed-payment',
    goal: 'Remove a payment from the books after the tax authority has its receipt, and keep the money.',
    rule: 6,
    breaks: {
      file: 'shared/payments/payment-states.ts',
      text: 'receiptId !== undefined)?.receiptId',
      replacement: "receiptId === 'none')?.receiptId",
    },
    stop: '409 PAYMENT_HAS_RECEIPT',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const { clientId, collectionId } = await paidInvoice(world, team);
      const collectionIds = [collectionId];
      const made = await must(201, owner.send(`POST /teams/${teamId}/receipts`, { clientId, collectionIds }));
      const receiptId = textAt(made.body, 'id');
      await must(200, stamp(owner, teamId, receiptId));
      const stop = await owner.send(`DELETE /teams/${teamId}/collections/${collectionId}`);
      const { body } = await must(200, owner.send(`GET /teams/${teamId}/collections/${collectionId}`));
      return {
        reached: body.voidedAt !== undefined,
        stop,
        rightful: async () => {
          await must(200, owner.send(`POST /invoices/${receiptId}/cancel`, { teamId, motive: '02' }));
          await must(200, owner.send(`DELETE /teams/${teamId}/collections/${collectionId}`));
        },
      };
    },
  },
  {
    name: 'confirm-money-as-a-member',
    goal: 'Make and stamp a tax document about money, as a member who is not an administrator.',
    rule: 2,
    breaks: {
      file: 'functions/receipts/create-receipt.ts',
      text: "auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'receipts:write' }",
      replacement: "auth: { pool: 'staff', team: 'path.teamId', keys: 'receipts:write' }",
    },
    stop: '403 FORBIDDEN',
    play: async (world) => {
      const team = await world.team();
      const { teamId, owner } = team;
      const member = await world.join(team);
      const { clientId, collectionId } = await paidInvoice(world, team);
      const body = { clientId, collectionIds: [collectionId] };
      const stop = await member.send(`POST /teams/${teamId}/receipts`, body);
      return {
        reached: stop.status === 201,
        stop,
        rightful: async () => must(201, owner.send(`POST /teams/${teamId}/receipts`, body)),
      };
    },
  },
];
