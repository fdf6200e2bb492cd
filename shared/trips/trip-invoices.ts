import type { TeamActor } from '../audit/audit';
import { clientKey } from '../clients/client';
import { type OwedInvoice, readOwed } from '../invoices/allocated';
import { draftCreation, readRelated } from '../invoices/create-invoice';
import { isLive } from '../invoices/document-status';
import { Invoice, type NewInvoice } from '../invoices/invoice';
import type { InvoiceFilter, NumberedPage } from '../invoices/invoice-query';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { invoiceKey, invoicesOfTrip } from '../invoices/invoice-record';
import { taxIssuerKey } from '../invoices/issuer';
import { allMatching, invoicePage } from '../invoices/list-invoices';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { namingRecords } from '../platform/table/deletions';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { allItems } from '../platform/table/lists';
import { type Eventual, getItem, getItems } from '../platform/table/read';
import type { TripRecord } from './trip';
import { tripKey } from './trip';

/** The maximum number of invoices that members create for one trip. One or two calls can then read all of them. */
const MOST_OF_A_TRIP = 99;

/**
 * The summaries of all invoices of a trip, the newest first. Pointers lead to the invoices that members created. The
 * trip's record names its draft, which saves a pointer when the trip is planned.
 */
export async function readTripInvoices(
  context: Context,
  { teamId, id: tripId, invoiceId }: Pick<TripRecord, 'teamId' | 'id' | 'invoiceId'>,
  consistency?: Eventual,
): Promise<InvoiceRecord[]> {
  const ids = await idsOfTrip(context, { teamId, id: tripId, invoiceId });
  const keys = ids.map((id) => invoiceKey(teamId, id));
  return (await getItems(context, keys, consistency)).filter((record) => record !== undefined);
}

async function idsOfTrip(
  context: Context,
  { teamId, id, invoiceId }: Pick<TripRecord, 'teamId' | 'id' | 'invoiceId'>,
): Promise<string[]> {
  const pointers = await allItems(context, invoicesOfTrip(teamId, id));
  return [invoiceId, ...pointers.map((pointer) => pointer.invoiceId)].sort().reverse();
}

/** The invoices of a trip with their allocations, the newest first. */
export const readOwedOfTrip = async (context: Context, trip: TripRecord): Promise<OwedInvoice[]> =>
  readOwed(context, trip.teamId, await idsOfTrip(context, trip));

/**
 * The invoices of a trip, the newest first. All of them are read, because their number is limited. Empty for an unknown
 * trip.
 */
export const listTripInvoices = capability(
  { table: ['BatchGetItem', 'Query'] },
  (context) =>
    async (teamId: string, tripId: string, filter: InvoiceFilter, { page, limit }: NumberedPage) => {
      const [trip] = await getItems(context, [tripKey(teamId, tripId)], 'eventual');
      const all = trip ? await readTripInvoices(context, trip, 'eventual') : [];
      const found = await allMatching(context, all, filter);
      return invoicePage(context, found.slice((page - 1) * limit, page * limit), found.length);
    },
);

/** The newest other invoice of the trip whose Carta Porte is live. The document that this one substitutes is none. */
export const readOtherCartaPorte = capability(
  { table: ['BatchGetItem', 'Query'] },
  (context) =>
    async (trip: TripRecord, { id, replaces }: InvoiceRecord) =>
      (await readTripInvoices(context, trip)).find(
        (other) => ![id, replaces].includes(other.id) && other.hasCartaPorte && isLive(other),
      ),
);

/** Creates a member's draft for a trip. The client is the trip's unless the body names another one. */
export const createTripInvoice = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'Query', 'UpdateItem'], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, fields: NewInvoice & { readonly tripId: string }, once: Once | undefined) =>
    namingRecords(context, (stillThere) =>
      createOnce(context, once, Invoice, async () =>
        draftCreation(context, actor, fields, await readParties(context, actor.teamId, fields), stillThere),
      ),
    ),
);

/**
 * Reads the invoice's client and issuer. Throws VALIDATION_FAILED with the field's name when the team does not have the trip or
 * the client.
 */
async function readParties(context: Context, teamId: string, fields: NewInvoice & { tripId: string }) {
  const { tripId, clientId } = fields;
  const [trip, client, issuer] = await getItems(context, [
    tripKey(teamId, tripId),
    typeof clientId === 'string' ? clientKey(teamId, clientId) : undefined,
    taxIssuerKey(teamId),
  ]);
  if (trip === undefined)
    throw validationError('tripId', {
      en: 'This team has no trip with this id. Send the id of one of its trips.',
      es: 'Esta empresa no tiene un viaje con este id. Envíe el id de uno de sus viajes.',
    });
  if (clientId && client === undefined)
    throw validationError('clientId', {
      en: 'This team has no client with this id. Send the id of one of its clients.',
      es: 'Esta empresa no tiene un cliente con este id. Envíe el id de uno de sus clientes.',
    });
  await refuseTooMany(context, teamId, tripId);
  const related = await readRelated(context, teamId, fields.relations);
  const isOfTrip = clientId === undefined && trip.clientId;
  return { client: isOfTrip ? await getItem(context, clientKey(teamId, isOfTrip)) : client, issuer, related };
}

/** Throws when the trip has the maximum number of invoices. Simultaneous calls may exceed it slightly. */
async function refuseTooMany(context: Context, teamId: string, tripId: string): Promise<void> {
  if ((await allItems(context, invoicesOfTrip(teamId, tripId))).length >= MOST_OF_A_TRIP) {
    throw validationError('tripId', {
      en: `This trip already has ${MOST_OF_A_TRIP} created invoices. Leave out tripId and send a clientId.`,
      es: `Este viaje ya tiene ${MOST_OF_A_TRIP} facturas creadas. Omita tripId y envíe un clientId.`,
    });
  }
}
