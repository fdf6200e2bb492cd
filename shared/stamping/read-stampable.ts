import type { ReadinessInput } from '../carta-porte/readiness-input';
import { clientKey } from '../clients/client';
import { driverKey } from '../fleet/driver';
import { vehicleKey } from '../fleet/vehicle';
import type { Invoice } from '../invoices/invoice';
import { type InvoiceRecord, invoiceKey, invoiceOf } from '../invoices/invoice-record';
import { detailKeys } from '../invoices/read-invoice';
import { relatedIds, withUuids } from '../invoices/relation';
import { capability } from '../platform/runtime/capability';
import { getItems } from '../platform/table/read';
import { DEFAULT_TIME_ZONE, teamKey } from '../teams/team';
import { type TripRecord, tripKey } from '../trips/trip';
import { isReady, organizationOf, stampingAccountKey } from './organization/organization';

/** All data of a stamp, with the stored records of the related invoices. */
interface Stampable extends ReadinessInput {
  readonly invoice: Invoice;
  readonly trip: TripRecord | undefined;
  readonly related: readonly InvoiceRecord[];
}

/**
 * Reads all records that a stamp depends on. One call reads the invoice, client, trip, organization and time zone. With
 * a Carta Porte, a second call reads the trip's driver and vehicle.
 */
export const readStampable = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (record: InvoiceRecord): Promise<Stampable> => {
      const { teamId, clientId, tripId, hasCartaPorte } = record;
      const relatedKeys = relatedIds(record.relations).map(({ id }) => invoiceKey(teamId, id));
      const [items, cartaPorte, payments, client, trip, account, team, ...named] = await getItems(context, [
        ...detailKeys(record),
        clientId === null ? undefined : clientKey(teamId, clientId),
        hasCartaPorte && tripId !== undefined ? tripKey(teamId, tripId) : undefined,
        stampingAccountKey(teamId),
        teamKey(teamId),
        ...relatedKeys,
      ]);
      const related = named.flatMap((one) => one ?? []);
      const own: Pick<InvoiceRecord, 'driverId' | 'vehicleId'> = hasCartaPorte ? record : {};
      const { driverId = trip?.driverId, vehicleId = trip?.vehicleId } = own;
      const [driver, vehicle] = await getItems(context, [
        driverId === undefined ? undefined : driverKey(teamId, driverId),
        vehicleId === undefined ? undefined : vehicleKey(teamId, vehicleId),
      ]);
      return {
        invoice: {
          ...invoiceOf(record, { ...items, ...cartaPorte, ...payments }),
          ...(record.relations && { relations: withUuids(record.relations, related) }),
        },
        related,
        client,
        driver,
        vehicle,
        trip,
        organization: isReady(account) ? organizationOf(account) : undefined,
        now: context.now(),
        timeZone: team?.timeZone ?? DEFAULT_TIME_ZONE,
      };
    },
);
