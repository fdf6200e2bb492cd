import * as v from 'valibot';
import { Alert } from '../../domain/alerts';
import { AuditEvent, type AuditedEntity } from '../../domain/audit';
import { Box } from '../../domain/boxes';
import { CartaPorte } from '../../domain/carta-porte/schema';
import { Client } from '../../domain/clients';
import { DriverRecord } from '../../domain/drivers';
import { Instant, Uuid } from '../../domain/fields';
import { InvoiceRecord } from '../../domain/invoice-records';
import { InvoiceItem, type InvoiceStatus } from '../../domain/invoices';
import { StampingAccount } from '../../domain/organizations';
import { type PaymentPosition, PaymentRecord } from '../../domain/payments';
import { Position } from '../../domain/positions';
import { Receivable } from '../../domain/receivables';
import { Reservation } from '../../domain/reservations';
import { RoutePoint } from '../../domain/route-points';
import { Route } from '../../domain/routes';
import { Invitation, Membership, Team } from '../../domain/teams';
import { TripRecord, type TripStatus } from '../../domain/trips';
import { User } from '../../domain/users';
import { VehicleRecord } from '../../domain/vehicles';
import { type IndexKeys, key, ofTeam, part, TIME_TO_LIVE } from './key-parts';

/**
 * Every item of the table, its keys, and what reads it. No other file holds a key string, but
 * file-keys.ts those of files and stamping-keys.ts those of stamping. {t} is the team; identifiers are UUIDs of
 * version 7, so a sort key that ends in one is in order of creation. Both indexes are KEYS_ONLY: a list reads their keys, then the items.
 *
 * | item          | pk                       | sk                       | gsi1pk / gsi1sk                      | gsi2pk / gsi2sk                             | read by                                  |
 * |---------------|--------------------------|--------------------------|--------------------------------------|---------------------------------------------|------------------------------------------|
 * | user          | USER#{u}                 | USER                     |                                      |                                             | own profile, creation of a team          |
 * | registration  | USER#{u}                 | REGISTRATION             |                                      |                                             | first sign-in; ends by `expires`         |
 * | account       | EMAIL#{email}            | ACCOUNT                  |                                      |                                             | invitations: whose address is it         |
 * | team          | TEAM#{t}                 | TEAM                     |                                      |                                             | team, teams of a user                    |
 * | membership    | TEAM#{t}                 | MEMBER#{u}               | USER#{u}#TEAMS / {t}                 |                                             | every staff operation; members; my teams |
 * | invitation    | TEAM#{t}                 | INVITATION#{email}       | EMAIL#{email}#INVITATIONS / {t}      |                                             | invitations; first sign-in of an address |
 * | mail quota    | MAIL_QUOTA#{who}         | DAY#{day}                |                                      |                                             | limits of mails; ends by `expires`       |
 * | attempt count | ATTEMPTS#{what}          | WINDOW                   |                                      |                                             | limits of tries from a first one on      |
 * | home network  | HOME_NETWORK#{network}#{who} | HOME_NETWORK         |                                      |                                             | limits of tries; ends by `expires`       |
 * | join code     | JOIN_CODE#{code}         | JOIN_CODE                |                                      |                                             | joining by code; keeps codes unique      |
 * | driver        | TEAM#{t}                 | DRIVER#{d}               |                                      |                                             | driver, drivers, every driver operation  |
 * | vehicle       | TEAM#{t}                 | VEHICLE#{v}              |                                      |                                             | vehicle, vehicles                        |
 * | plate         | TEAM#{t}                 | PLATE#{plate}            |                                      |                                             | keeps plates unique in the team          |
 * | box           | TEAM#{t}                 | BOX#{b}                  |                                      |                                             | box, boxes                               |
 * | economic no.  | TEAM#{t}                 | ECONOMIC_NUMBER#{n}      |                                      |                                             | keeps numbers of boxes unique            |
 * | reservation   | TEAM#{t}                 | RESERVATION#{r}          |                                      |                                             | reservation, reservations                |
 * | client        | TEAM#{t}                 | CLIENT#{c}               |                                      |                                             | client, clients                          |
 * | route         | TEAM#{t}                 | ROUTE#{r}                |                                      |                                             | route, routes                            |
 * | route point   | TEAM#{t}                 | ROUTE_POINT#{p}          |                                      |                                             | route points; names of stops             |
 * | trip          | TEAM#{t}                 | TRIP#{trip}              | TEAM#{t}#TRIPS#{status} / {start}#   | TEAM#{t}#DRIVER#{d}#TRIPS / {start}#{trip}  | trip, trips, trips of a driver           |
 * | position      | TEAM#{t}#TRIP#{trip}     | POSITION                 |                                      |                                             | pings (write), last position             |
 * | payment       | TEAM#{t}#PAYMENTS        | {paidAt}#{p}             |                                      |                                             | payments; income; receivables            |
 * | payment place | TEAM#{t}                 | PAYMENT#{p}              | TEAM#{t}#TRIP#{trip}#PAYMENTS / {paidAt}#{p} |                                             | voiding one; payments of a trip          |
 * | receivable    | TEAM#{t}#RECEIVABLES     | {trip}                   |                                      |                                             | receivables                              |
 * | audit event   | TEAM#{t}#{TYPE}#{entity} | EVENT#{e}                | TEAM#{t}#AUDIT / {e}#{TYPE}#{entity} |                                             | timeline of a trip, audit                |
 * | invoice       | TEAM#{t}                 | INVOICE#{i}              | TEAM#{t}#INVOICES#{status} / {i}     | TEAM#{t}#CLIENT#{c}#INVOICES / {i}          | invoice, invoices                        |
 * | beside it     | TEAM#{t}#INVOICE#{i}     | ITEMS, CARTA_PORTE, ATTEMPT |                                      |                                             | invoices that have them                  |
 * | hand-made     | TEAM#{t}#TRIP#{trip}     | INVOICE#{i}              |                                      |                                             | invoices of a trip, beside its own       |
 * | invoice count | TEAM#{t}                 | INVOICE_COUNT[#CLIENT#c] |                                      |                                             | exact total of the invoice list          |
 * | stamping work | STAMPING_WORK#{shard}    | WORK#{KIND}#{i}          |                                      |                                             | recovery; every step of a stamp          |
 * | stamping run  | STAMPING_RUN             | RUN                      |                                      |                                             | one recovery at a time, and where it is  |
 * | webhook event | TEAM#{t}                 | STAMPING_EVENT#{event}   |                                      |                                             | a webhook sent again; ends by `expires`  |
 * | stamping      | TEAM#{t}                 | STAMPING_ACCOUNT         |                                      |                                             | the team at the stamping provider        |
 * | webhook token | WEBHOOK_TOKEN#{token}    | WEBHOOK_TOKEN            |                                      |                                             | whose webhooks come to an address        |
 * | alert         | TEAM#{t}                 | ALERT#{a}                | TEAM#{t}#ALERTS#{status} / {a}       |                                             | alerts                                   |
 * | alert mark    | TEAM#{t}                 | ALERTED#{type}#{id}#...  |                                      |                                             | raises an alert once for its occasion    |
 * | paper         | TEAM#{t}                 | PAPER#{paper}#{entity}   | TEAM#{t}#PAPERS / {day}#             | PAPERS#{x} / {warn on}#{t}#                 | papers about to expire; their warnings   |
 * | file          | TEAM#{t}                 | FILE#{f}                 | TEAM#{t}#FILES / {uploaded}#{f}      | TEAM#{t}#FILES#{entity} / {uploaded}#{f}    | files                                    |
 * | object key    | OBJECT#{key}             | HOLDER                   |                                      |                                             | keeps a key one team's; ends by `expires` |
 * | object        | OBJECT#{key}             | VERSION#{version}        |                                      |                                             | keeps an upload one file's               |
 * | granted upload | GRANTED_UPLOADS        | DUE#{due}#{bucket}/{key} |                                      |                                             | uploads that nobody registered           |
 * | idempotency   | CALLER#{pool}#{caller}   | IDEMPOTENCY#{op}#{hash}  |                                      |                                             | a creation sent again; ends by `expires` |
 */

export { type IndexKeys, type ItemKey, key, ofTeam, part, TIME_TO_LIVE } from './key-parts';

export const userKey = (userId: string) => key(User, `USER#${userId}`, 'USER');

/** What a registration told beside address and password, until the first sign-in makes the profile of it. */
export const RegistrationNote = v.object({
  name: User.entries.name,
  phone: User.entries.phone,
  [TIME_TO_LIVE]: v.number(),
});
export const registrationKey = (userId: string) => key(RegistrationNote, `USER#${userId}`, 'REGISTRATION');

export const Account = v.object({ userId: Uuid });
export const accountKey = (email: string) => key(Account, `EMAIL#${email}`, 'ACCOUNT');

export const teamKey = (teamId: string) => key(Team, ofTeam(teamId), 'TEAM');

export const membershipKey = (teamId: string, userId: string) => key(Membership, ofTeam(teamId), `MEMBER#${userId}`);
export const membersOf = (teamId: string) => part(Membership, ofTeam(teamId), 'MEMBER#');
export const teamsOfUser = (userId: string) => ({ gsi1pk: `USER#${userId}#TEAMS` });
export const membershipIndexes = ({ teamId, userId }: Membership): IndexKeys => ({
  ...teamsOfUser(userId),
  gsi1sk: teamId,
});

export const invitationKey = (teamId: string, email: string) => key(Invitation, ofTeam(teamId), `INVITATION#${email}`);
export const invitationsOf = (teamId: string) => part(Invitation, ofTeam(teamId), 'INVITATION#');
export const invitationsOfEmail = (email: string) => ({ gsi1pk: `EMAIL#${email}#INVITATIONS` });
export const invitationIndexes = ({ teamId, email }: Invitation): IndexKeys => ({
  ...invitationsOfEmail(email),
  gsi1sk: teamId,
});

/** Mails of one day that an inviter sent or a recipient got (product.md §3.11). */
export const MailQuota = v.object({ mails: v.number(), [TIME_TO_LIVE]: v.optional(v.number()) });
export const mailQuotaKey = (who: { inviter: string } | { recipient: string }, day: string) =>
  key(MailQuota, `MAIL_QUOTA#${'inviter' in who ? `USER#${who.inviter}` : `EMAIL#${who.recipient}`}`, `DAY#${day}`);

/** Tries of one thing since the first of them; over at `expires`, whether or not the row is gone by then. */
export const AttemptCount = v.object({ attempts: v.number(), [TIME_TO_LIVE]: v.number() });
export const attemptCountKey = (what: string) => key(AttemptCount, `ATTEMPTS#${what}`, 'WINDOW');

/** That an account has signed in from a network. */
export const HomeNetwork = v.object({ [TIME_TO_LIVE]: v.number() });
export const homeNetworkKey = (home: string) => key(HomeNetwork, `HOME_NETWORK#${home}`, 'HOME_NETWORK');

export const JoinCode = v.object({ teamId: Uuid });
export const joinCodeKey = (code: string) => key(JoinCode, `JOIN_CODE#${code}`, 'JOIN_CODE');

export const driverKey = (teamId: string, driverId: string) => key(DriverRecord, ofTeam(teamId), `DRIVER#${driverId}`);
export const driversOf = (teamId: string) => part(DriverRecord, ofTeam(teamId), 'DRIVER#');

export const vehicleKey = (teamId: string, vehicleId: string) =>
  key(VehicleRecord, ofTeam(teamId), `VEHICLE#${vehicleId}`);
export const vehiclesOf = (teamId: string) => part(VehicleRecord, ofTeam(teamId), 'VEHICLE#');
export const Plate = v.object({ vehicleId: Uuid });
export const plateKey = (teamId: string, plate: string) => key(Plate, ofTeam(teamId), `PLATE#${plate}`);

export const boxKey = (teamId: string, boxId: string) => key(Box, ofTeam(teamId), `BOX#${boxId}`);
export const boxesOf = (teamId: string) => part(Box, ofTeam(teamId), 'BOX#');
export const EconomicNumber = v.object({ boxId: Uuid });
/** The number as `normalEconomicNumber` has it. */
export const economicNumberKey = (teamId: string, economicNumber: string) =>
  key(EconomicNumber, ofTeam(teamId), `ECONOMIC_NUMBER#${economicNumber}`);
export const reservationKey = (teamId: string, reservationId: string) =>
  key(Reservation, ofTeam(teamId), `RESERVATION#${reservationId}`);
export const reservationsOf = (teamId: string) => part(Reservation, ofTeam(teamId), 'RESERVATION#');

export const clientKey = (teamId: string, clientId: string) => key(Client, ofTeam(teamId), `CLIENT#${clientId}`);
export const clientsOf = (teamId: string) => part(Client, ofTeam(teamId), 'CLIENT#');
export const routeKey = (teamId: string, routeId: string) => key(Route, ofTeam(teamId), `ROUTE#${routeId}`);
export const routesOf = (teamId: string) => part(Route, ofTeam(teamId), 'ROUTE#');

export const routePointKey = (teamId: string, routePointId: string) =>
  key(RoutePoint, ofTeam(teamId), `ROUTE_POINT#${routePointId}`);
export const routePointsOf = (teamId: string) => part(RoutePoint, ofTeam(teamId), 'ROUTE_POINT#');

export const tripKey = (teamId: string, tripId: string) => key(TripRecord, ofTeam(teamId), `TRIP#${tripId}`);
export const tripsInStatus = (teamId: string, status: TripStatus) => ({ gsi1pk: `TEAM#${teamId}#TRIPS#${status}` });
export const tripsOfDriver = (teamId: string, driverId: string) => ({
  gsi2pk: `TEAM#${teamId}#DRIVER#${driverId}#TRIPS`,
});
/** The trip's identifier at the end of a sort key that {@link tripIndexes} wrote. */
export const tripIdOf = (position: string): string => position.slice(position.indexOf('#') + 1);
export function tripIndexes(trip: Pick<TripRecord, 'id' | 'teamId' | 'status' | 'startDate' | 'driverId'>): IndexKeys {
  const byStart = `${trip.startDate}#${trip.id}`;
  return {
    ...tripsInStatus(trip.teamId, trip.status),
    gsi1sk: byStart,
    ...(trip.driverId && { ...tripsOfDriver(trip.teamId, trip.driverId), gsi2sk: byStart }),
  };
}

export const positionKey = (teamId: string, tripId: string) =>
  key(Position, `TEAM#${teamId}#TRIP#${tripId}`, 'POSITION');

/** Whole payments in order of `paidAt`: a range costs what it returns, and what the key tells is not kept twice. */
export const paymentKey = (teamId: string, { id, paidAt }: PaymentPosition) =>
  key(PaymentRecord, paymentsOf(teamId).pk, `${paidAt}#${id}`);
export const paymentsOf = (teamId: string) => ({ schema: PaymentRecord, pk: `TEAM#${teamId}#PAYMENTS` });
export const paymentPositionOf = (position: string): PaymentPosition => {
  const [paidAt = '', id = ''] = position.split('#');
  return { paidAt, id };
};
/** Where a payment stands, by its identifier; its index has those of a trip together. */
export const PaymentPlace = v.object({ tripId: Uuid, paidAt: Instant });
export const paymentPlaceKey = (teamId: string, paymentId: string) =>
  key(PaymentPlace, ofTeam(teamId), `PAYMENT#${paymentId}`);
export const paymentsOfTrip = (teamId: string, tripId: string) => ({
  gsi1pk: `TEAM#${teamId}#TRIP#${tripId}#PAYMENTS`,
});
export const paymentPlaceIndexes = (teamId: string, tripId: string, at: PaymentPosition): IndexKeys => ({
  ...paymentsOfTrip(teamId, tripId),
  gsi1sk: paymentKey(teamId, at).sk,
});

/** Trips that are owed for, and no others: the report reads what is open, whatever the team ever carried. */
export const receivableKey = (teamId: string, tripId: string) => key(Receivable, receivablesOf(teamId).pk, tripId);
export const receivablesOf = (teamId: string) => ({ schema: Receivable, pk: `TEAM#${teamId}#RECEIVABLES` });

export const eventsOf = (teamId: string, entityType: AuditedEntity, entityId: string) =>
  part(AuditEvent, `TEAM#${teamId}#${entityType}#${entityId}`, 'EVENT#');
export const eventKey = (teamId: string, event: Pick<AuditEvent, 'id' | 'entityType' | 'entityId'>) =>
  key(AuditEvent, eventsOf(teamId, event.entityType, event.entityId).pk, `EVENT#${event.id}`);
export const auditOfTeam = (teamId: string) => ({ gsi1pk: `TEAM#${teamId}#AUDIT` });
export const eventIndexes = (
  teamId: string,
  { id, entityType, entityId }: Pick<AuditEvent, 'id' | 'entityType' | 'entityId'>,
): IndexKeys => ({
  ...auditOfTeam(teamId),
  gsi1sk: `${id}#${entityType}#${entityId}`,
});
/** What a sort key that {@link eventIndexes} wrote says of its event. */
export function eventAt(position: string): Pick<AuditEvent, 'id' | 'entityType' | 'entityId'> {
  const [id, entityType, entityId] = position.split('#');
  return v.parse(v.pick(AuditEvent, ['id', 'entityType', 'entityId']), { id, entityType, entityId });
}

export const invoiceKey = (teamId: string, invoiceId: string) =>
  key(InvoiceRecord, ofTeam(teamId), `INVOICE#${invoiceId}`);
export const invoicesOf = (teamId: string) => part(InvoiceRecord, ofTeam(teamId), 'INVOICE#');
export const invoicesInStatus = (teamId: string, status: InvoiceStatus) => ({
  gsi1pk: `TEAM#${teamId}#INVOICES#${status}`,
});
export const invoicesOfClient = (teamId: string, clientId: string) => ({
  gsi2pk: `TEAM#${teamId}#CLIENT#${clientId}#INVOICES`,
});
export const invoiceIndexes = (invoice: Pick<InvoiceRecord, 'id' | 'teamId' | 'status' | 'clientId'>): IndexKeys => ({
  ...invoicesInStatus(invoice.teamId, invoice.status),
  gsi1sk: invoice.id,
  ...(invoice.clientId && { ...invoicesOfClient(invoice.teamId, invoice.clientId), gsi2sk: invoice.id }),
});

/** What lies beside an invoice's head: the Carta Porte, and items that would make the head long. */
export const BesideItems = v.object({ items: v.array(InvoiceItem) });
export const BesideCartaPorte = v.object({ cartaPorte: CartaPorte });
export const besideInvoice = (teamId: string, invoiceId: string) => `TEAM#${teamId}#INVOICE#${invoiceId}`;
export const invoiceItemsKey = (teamId: string, invoiceId: string) =>
  key(BesideItems, besideInvoice(teamId, invoiceId), 'ITEMS');
export const invoiceCartaPorteKey = (teamId: string, invoiceId: string) =>
  key(BesideCartaPorte, besideInvoice(teamId, invoiceId), 'CARTA_PORTE');

/** That an invoice was made by hand for a trip; the one that was made with the trip stands in the trip's own record. */
export const InvoiceOfTrip = v.object({ invoiceId: Uuid });
export const invoicesOfTrip = (teamId: string, tripId: string) =>
  part(InvoiceOfTrip, `TEAM#${teamId}#TRIP#${tripId}`, 'INVOICE#');
export const invoiceOfTripKey = (teamId: string, tripId: string, invoiceId: string) =>
  key(InvoiceOfTrip, invoicesOfTrip(teamId, tripId).pk, `INVOICE#${invoiceId}`);

/** Numbers of invoices by status, and `total`, moved in the transaction of each change. */
export const InvoiceCount = v.record(v.string(), v.unknown());
export const invoiceCountKey = (teamId: string, clientId?: string) =>
  key(InvoiceCount, ofTeam(teamId), clientId ? `INVOICE_COUNT#CLIENT#${clientId}` : 'INVOICE_COUNT');

/** The team's account at the stamping provider: organization, seal, keys as envelopes. */
export const stampingAccountKey = (teamId: string) => key(StampingAccount, ofTeam(teamId), 'STAMPING_ACCOUNT');
export const WebhookToken = v.object({ teamId: Uuid });
export const webhookTokenKey = (token: string) => key(WebhookToken, `WEBHOOK_TOKEN#${token}`, 'WEBHOOK_TOKEN');

export const alertsOf = (teamId: string) => part(Alert, ofTeam(teamId), 'ALERT#');
export const alertKey = (teamId: string, alertId: string) => key(Alert, ofTeam(teamId), `ALERT#${alertId}`);
export const alertsInStatus = (teamId: string, status: Alert['status']) => ({
  gsi1pk: `TEAM#${teamId}#ALERTS#${status}`,
});
export const alertIndexes = (teamId: string, alert: Pick<Alert, 'id' | 'status'>): IndexKeys => ({
  ...alertsInStatus(teamId, alert.status),
  gsi1sk: alert.id,
});

/** That an alert which is raised once for its occasion was raised. */
export const AlertMark = v.object({ at: Instant });
export const alertMarkKey = (teamId: string, { type, entityId }: Pick<Alert, 'type' | 'entityId'>, occasion: string) =>
  key(AlertMark, ofTeam(teamId), `ALERTED#${type}#${entityId}#${occasion}`);

/** A creation's first answer, kept a day for the same key sent again (product.md §1). */
export const Idempotency = v.object({
  fingerprint: v.string(),
  result: v.unknown(),
  expires: v.number(),
  at: Instant,
  /** What the creation promised to do afterwards is not done yet. */
  isOpen: v.optional(v.literal(true)),
});
export const idempotencyKey = (pool: string, callerId: string, operationId: string, keyHash: string) =>
  key(Idempotency, `CALLER#${pool}#${callerId}`, `IDEMPOTENCY#${operationId}#${keyHash}`);
