import type { ReadinessInput } from '../carta-porte/readiness-input';
import { clientKey } from '../clients/client';
import { driverKey } from '../fleet/driver';
import { vehicleKey } from '../fleet/vehicle';
import type { Invoice } from '../invoices/invoice';
import { type InvoiceRecord, invoiceOf } from '../invoices/invoice-record';
import { detailKeys } from '../invoices/read-invoice';
import { capability } from '../platform/runtime/capability';
import { getItems } from '../platform/table/read';
import { DEFAULT_TIME_ZONE, teamKey } from '../teams/team';
import { tripKey } from '../trips/trip';
import { isReady, organizationOf, stampingAccountKey } from './organization/organization';

/**
 * Everything that a stamp of the invoice depends on, as it is now: the whole invoice with client, trip, organization and zone in one call, and
 * with a Carta Porte the trip's driver and vehicle in another.
 */
export const readStampable = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (record: InvoiceRecord): Promise<ReadinessInput & { readonly invoice: Invoice }> => {
      const { teamId, clientId, tripId, hasCartaPorte } = record;
      const [items, cartaPorte, client, trip, account, team] = await getItems(context, [
        ...detailKeys(record),
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
