import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_SEAL } from '../../../local/seed/seal';
import { CARTA_PORTE } from '../../../scripts/demo/carta-porte';
import { valueAt } from '../../../test/journeys/http';
import type { Fleet } from './fleet';
import { made, type Party } from './party';

/** Configures the team's account at the stamping provider, once for each team. */
export async function organizationTour({ recorder, owner: token, team: teamId }: Party): Promise<void> {
  const { legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  const legal = { teamId, legalName, taxRegime, zipCode: '66600' };
  await recorder.send('POST /invoices/organization', { token, body: legal });
  await recorder.send('POST /invoices/certificate', { token, body: { teamId, cerFile, keyFile, password } });
  await recorder.send(`GET /invoices/organization?teamId=${teamId}`, { token });
}

/**
 * Invoices for a client and for a trip: lists, stamps with and without Carta Porte, a stamp that is settled later, a
 * cancellation.
 */
export async function invoicesTour(party: Party, fleet: Fleet): Promise<void> {
  await listsLeg(party);
  const plain = await madeInvoice(party, fleet);
  const body = { teamId: party.team };
  const post = (id: string, what: string, as?: string, more = {}) =>
    party.recorder.send(`POST /invoices/${id}/${what}`, {
      token: party.owner,
      body: { ...body, ...more },
      ...(as !== undefined && { as }),
    });
  await post(plain, 'stamp', 'without Carta Porte');
  for (const format of ['pdf', 'xml']) await read(party, plain, `/${format}`);
  await post(plain, 'cancel', undefined, { motive: '02' });
  await cartaPorteLeg(party, fleet, post);
  await settleLeg(party, fleet, post);
  const dropped = await madeInvoice(party, fleet);
  await party.recorder.send(`DELETE /invoices/${dropped}?teamId=${party.team}`, { token: party.owner });
}

type Post = (id: string, what: string, as?: string) => Promise<unknown>;

const read = ({ recorder, owner: token, team }: Party, id: string, rest = '') =>
  recorder.send(`GET /invoices/${id}${rest}?teamId=${team}`, { token });

function madeInvoice(party: Party, { clientId }: Fleet): Promise<string> {
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }];
  return made(party, '/invoices', { teamId: party.team, clientId, items });
}

async function listsLeg({ recorder, owner: token, team, client }: Party): Promise<void> {
  const list = (query: string, as: string) => recorder.send(`GET /invoices?teamId=${team}&${query}`, { token, as });
  const first = await list('limit=10', 'a page of 10');
  const last = Math.ceil(Number(valueAt(first, 'pagination.total')) / 10);
  await list(`limit=10&page=${last}`, 'the last page');
  await list('limit=10&status=VALID', 'by status');
  await list(`limit=10&clientId=${client}`, 'by client');
}

async function cartaPorteLeg(party: Party, { driversToken: _, ...assigned }: Fleet, post: Post): Promise<void> {
  const { recorder, owner: token, team } = party;
  const plan = { ...assigned, startDate: '2026-03-03T12:00:00Z', cargoWeight: 27_400, revenue: 48_500 };
  const invoice = await made(party, `/teams/${team}/trips`, plan, 'invoiceId');
  await recorder.send(`PUT /invoices/${invoice}`, { token, body: { teamId: team, cartaPorte: CARTA_PORTE } });
  await post(invoice, 'validate');
  await post(invoice, 'stamp', 'with Carta Porte');
  await read(party, invoice);
}

/** The provider reports the outcome later with a webhook. The refresh may run before or after it. */
async function settleLeg(party: Party, fleet: Fleet, post: Post): Promise<void> {
  const invoice = await madeInvoice(party, fleet);
  const later = { fault: 'PENDING', seconds: 1, outcome: 'valid' };
  await party.recorder.send('POST /_local/stamping/faults', { body: later });
  await post(invoice, 'stamp', 'answered later');
  await post(invoice, 'refresh');
  for (let waited = 0; waited < 100; waited += 1) {
    if ((await read(party, invoice)).status === 'VALID') return;
    await sleep(100);
  }
  throw new Error('The stamping stand-in did not settle its document.');
}
