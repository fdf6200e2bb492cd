import type { ReadinessGiven } from '../../domain/carta-porte/given';
import { type InvoiceRecord, invoiceOf } from '../../domain/invoice-records';
import type { Invoice } from '../../domain/invoices';
import { isReady, organizationOf } from '../../domain/organizations';
import { DEFAULT_TIME_ZONE } from '../../domain/teams';
import { capability } from '../../runtime/capability';
import { clientKey, driverKey, stampingAccountKey, teamKey, tripKey, vehicleKey } from '../table/keys';
import { getItems } from '../table/read';
import { besideKeys } from './invoice-reads';

/**
 * Everything that a stamp of the invoice depends on, as it is now: the whole invoice with client, trip, organization and zone in one call, and
 * with a Carta Porte the trip's driver and vehicle in another.
 */
export const readStampable = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (record: InvoiceRecord): Promise<ReadinessGiven & { readonly invoice: Invoice }> => {
      const { teamId, clientId, tripId, hasCartaPorte } = record;
      const [items, cartaPorte, client, trip, account, team] = await getItems(context, [
        ...besideKeys(record),
        clientId === null ? undefined : clientKey(teamId, clientId),
        hasCartaPorte && tripId !== undefined ? tripKey(teamId, tripId) : undefined,
        stampingAccountKey(teamId),
        teamKey(teamId),
      ]);
      const [driver, vehicle] = await getItems(context, [
        trip?.driverId === undefined ? undefined : driverKey(teamId, trip.driverId),
        trip?.vehicleId === undefined ? undefined : vehicleKey(teamId, trip.vehicleId),
      ]);
      return {
        invoice: invoiceOf(record, { ...items, ...cartaPorte }),
        client,
        driver,
        vehicle,
        organization: isReady(account) ? organizationOf(account) : undefined,
        now: context.now(),
        timeZone: team?.timeZone ?? DEFAULT_TIME_ZONE,
      };
    },
);
