import type { ALERT_STATUSES, AlertType } from '../shared/alerts/alert';
import type { ALERT_SEVERITIES } from '../shared/alerts/alert-kinds';
import type { AUDIT_ACTIONS } from '../shared/audit/audit-event';
import type { BoxStatus } from '../shared/boxes/box';
import type { RESERVATION_STATUSES } from '../shared/boxes/reservation';
import type { CLIENT_STATUSES } from '../shared/clients/client';
import type { EXPIRING_DOCUMENT_NAMES } from '../shared/expiry/document-expiry';
import type { APP_ACCESS_ACTION_NAMES, APP_ACCESS_STATUSES, DRIVER_STATUSES } from '../shared/fleet/driver';
import type { VehicleStatus } from '../shared/fleet/vehicle';
import type { SecurityEvent } from '../shared/identity/security-events';
import type { NoCartaPorteReason } from '../shared/invoices/carta-porte';
import type { INVOICE_STATUSES } from '../shared/invoices/invoice';
import type { INVOICE_TYPES } from '../shared/invoices/invoice-type';
import type { PaymentMethod, ReceiptStatus } from '../shared/payments/payment';
import type { ENTRY_KINDS } from '../shared/reports/statement';
import type { RoadPolicy } from '../shared/road-policy/policy';
import type { StopRequirement } from '../shared/routes/route';
import type { ArchiveStatus } from '../shared/stamping/archives/archive';
import type { CANCELLATION_MOTIVES } from '../shared/stamping/provider/port';
import type { ROLES } from '../shared/teams/team';
import type { Eta } from '../shared/trips/eta';
import type { ITEM_RESULTS, ItemError } from '../shared/trips/fact';
import type { StopStatus } from '../shared/trips/stop';
import type { TripStatus } from '../shared/trips/trip';
import { EVENT_TEXTS } from './event-texts';
import { HOURS_TEXTS } from './hours-texts';
import { IMPORT_TEXTS } from './import-texts';
import { KEY_TEXTS } from './key-texts';
import { WEBHOOK_TEXTS } from './webhook-texts';

/** What each code of a list means. The compiler requires a meaning for every code. */
type Meanings<Code extends string> = Readonly<Record<Code, string>>;

const RELATIONS = {
  '01': 'credit note',
  '03': 'return of goods',
  '04': 'substitution of a cancelled document',
  '07': 'application of an advance',
};

const TABLES: readonly Meanings<string>[] = [
  EVENT_TEXTS,
  { '*': 'every type', ...EVENT_TEXTS },
  ...WEBHOOK_TEXTS,
  ...KEY_TEXTS,
  ...IMPORT_TEXTS,
  {
    NO_INICIADO: 'planned',
    EN_PROCESO: 'on the road',
    COMPLETADO: 'arrived',
    CANCELADO: 'given up',
  } satisfies Meanings<TripStatus>,
  {
    DISPONIBLE: 'free for a trip',
    EN_VIAJE: 'on a trip; only trips set and leave it',
    MANTENIMIENTO: 'in the workshop',
    FUERA_DE_SERVICIO: 'cannot be used',
    BAJA: 'no longer of the fleet; final',
  } satisfies Meanings<VehicleStatus>,
  {
    DISPONIBLE: 'free for a trip',
    EN_VIAJE: 'on a trip; only trips set and leave it',
    NO_DISPONIBLE: 'absent',
    VACACIONES: 'on holiday',
    BAJA: 'left the carrier',
  } satisfies Meanings<(typeof DRIVER_STATUSES)[number]>,
  {
    NONE: 'no account',
    INVITED: 'invited, not yet signed in',
    ACTIVE: 'uses the app',
    DISABLED: 'shut out',
  } satisfies Meanings<(typeof APP_ACCESS_STATUSES)[number]>,
  {
    INVITE: 'makes the account and its first password',
    RESEND: 'makes a new first password',
    DISABLE: 'shuts the driver out',
    ENABLE: 'lets the driver in again',
  } satisfies Meanings<(typeof APP_ACCESS_ACTION_NAMES)[number]>,
  {
    DISPONIBLE: 'free for rent',
    RENTADA: 'rented; only reservations set and leave it',
    MANTENIMIENTO: 'in the workshop',
    INACTIVA: 'not for rent',
  } satisfies Meanings<BoxStatus>,
  {
    ACTIVA: 'the client has the box',
    CERRADA: 'returned, and billed unless `isBillable` is false',
    CANCELADA: 'cancelled without a bill',
  } satisfies Meanings<(typeof RESERVATION_STATUSES)[number]>,
  { ACTIVO: 'in business', INACTIVO: 'no new work' } satisfies Meanings<(typeof CLIENT_STATUSES)[number]>,
  {
    DRAFT: 'can be edited and deleted',
    PENDING: 'the stamp was asked for, its result is not known',
    VALID: 'stamped, in force',
    CANCELLED: 'cancelled at the SAT',
    CANCELLED_PENDING: 'the SAT waits for the customer’s answer to the cancellation',
    ERROR: 'the stamp was refused: `errorMessage` says why; can be edited',
  } satisfies Meanings<(typeof INVOICE_STATUSES)[number]>,
  {
    VALID: 'in force',
    CANCELLED_PENDING: 'its cancellation was asked for',
    CANCELLED: 'cancelled: do not carry it',
  },
  {
    I: 'invoice (ingreso)',
    E: 'credit note (egreso)',
    T: 'transfer of own goods (traslado)',
    P: 'receipt of payment (pago)',
  } satisfies Meanings<(typeof INVOICE_TYPES)[number]>,
  {
    I: 'invoice (ingreso)',
    E: 'credit note (egreso)',
    T: 'transfer of own goods (traslado)',
    P: 'receipt of payment (pago)',
    ALL: 'every type',
  },
  { I: 'invoice (ingreso)', T: 'transfer of own goods (traslado)' },
  {
    PUE: 'paid at once (pago en una sola exhibición)',
    PPD: 'paid later or in parts (pago en parcialidades o diferido)',
  },
  {
    LOCAL: 'within one town, no federal road',
    RADIO_30_KM: 'on federal roads for less than 30 km',
    DEDICADO: 'the client rents the truck and issues the Carta Porte',
    SUBCONTRATADO: 'another carrier drives and issues it',
    SIN_MERCANCIA: 'no goods are carried',
  } satisfies Meanings<NoCartaPorteReason>,
  {
    '01': 'issued with errors, a substitute exists',
    '02': 'issued with errors, no substitute',
    '03': 'the operation did not take place',
    '04': 'operation of a global invoice',
  } satisfies Meanings<(typeof CANCELLATION_MOTIVES)[number]>,
  RELATIONS,
  { '01': RELATIONS['01'], '03': RELATIONS['03'], '07': RELATIONS['07'] },
  {
    ...RELATIONS,
    '02': 'debit note; refused',
    '05': 'transfer of goods invoiced before; refused',
    '06': 'invoice of earlier transfers; refused',
  },
  { '01': 'not subject to tax', '02': 'subject to tax' },
  {
    '01': 'operator',
    '02': 'owner',
    '03': 'lessor',
    '04': 'notified; the validation refuses it',
    '05': 'member of a coordinated group',
  },
  { MXN: 'Mexican pesos, types I and E', XXX: 'no currency, type T' },
  { Sí: 'hazardous', No: 'not hazardous' },
  { Origen: 'the goods are loaded here', Destino: 'the goods are unloaded here' },
  { PROPIO: 'of the issuer, or of the owner that the record names', ARRENDADO: 'leased from that owner' },
  { IVA: 'value added tax', ISR: 'income tax' },
  { '0': 'not hazardous', '1': 'hazardous', '0,1': 'can be hazardous' },
  {
    EFECTIVO: 'cash',
    TRANSFERENCIA: 'transfer',
    CHEQUE: 'cheque',
    DEPOSITO: 'deposit at the bank',
    TARJETA_CREDITO: 'credit card',
    TARJETA_DEBITO: 'debit card',
    OTRO: 'other',
  } satisfies Meanings<PaymentMethod>,
  {
    NONE: 'needs no receipt',
    DUE: 'needs one by the fifth of the next month',
    DRAFT: 'its receipt is a draft',
    PENDING: 'its receipt is being stamped',
    VALID: 'its receipt is in force',
    LATE: 'its last day has passed',
  } satisfies Meanings<ReceiptStatus>,
  {
    INVOICE: 'charges',
    CREDIT_NOTE: 'reduces the charges',
    COLLECTION: 'money came in',
    VOID: 'a collection was voided',
    CANCELLATION: 'a document was cancelled',
  } satisfies Meanings<(typeof ENTRY_KINDS)[number]>,
  {
    CREATED: 'waits',
    PROCESSING: 'is made',
    FINISHED: '`url` reads it',
    FAILED: '`errorMessage` says why',
  } satisfies Meanings<ArchiveStatus>,
  {
    '0-30': 'up to 30 days past due, or not due yet',
    '31-60': '31 to 60 days past due',
    '61-90': '61 to 90 days past due',
    '90+': 'more than 90 days past due',
  },
  {
    MEMBER: 'daily work',
    ADMIN: 'also stamps, members and settings',
    OWNER: 'everything; one for each team',
  } satisfies Meanings<(typeof ROLES)[number]>,
  { OPTIONAL: 'each member decides', REQUIRED: 'a member without one reads, but changes nothing' },
  {
    NONE: 'no proof is asked for',
    WARN: 'a trip that ends without a proof raises an alert',
    ENFORCE: 'its driver also cannot end it',
  } satisfies Meanings<RoadPolicy['proof']>,
  { OFF: 'any valid session will do', MINUTES_10: 'the sign-in must be of the last ten minutes' },
  {
    PASSWORD: 'the password is enough',
    MAILED_CODE: 'also a code that is mailed',
  },
  { OPEN: 'it works', CLOSED: 'it does not; only invited people join' },
  { MEMBERS: 'every member', ADMINS: 'ADMIN and OWNER; a MEMBER reads an empty code' },
  { DRIVER: 'a driver', USER: 'a person of the office' },
  {
    PHOTO: 'a picture',
    SIGNATURE: 'the signature of the receiver',
    DOCUMENT: 'a picture or PDF of a paper',
  } satisfies Meanings<StopRequirement>,
  {
    PENDIENTE: 'not reached',
    LLEGO: 'the driver is or was there',
    SALIO: 'done: the driver left',
    OMITIDA: 'the driver skipped it',
    QUITADA: 'removed by the office',
  } satisfies Meanings<StopStatus>,
  {
    APPLIED: 'accepted now',
    DUPLICATE: 'accepted before',
    WAITING: 'not yet; `error` says for what it waits',
    REFUSED: 'never; `error` says why',
  } satisfies Meanings<(typeof ITEM_RESULTS)[number]>,
  {
    VALIDATION_FAILED: '`field` is not valid',
    UNKNOWN_KIND: 'no such kind of item',
    NOT_FOUND: 'no such trip',
    NOT_YOUR_TRIP: 'the trip was not the caller’s at that time',
    TRIP_NOT_STARTED: 'waits for the start of the trip',
    TRIP_NOT_READY: 'waits for the end of another trip of the driver or the vehicle',
    TRIP_CANCELLED: 'the trip was cancelled',
    TRIP_ENDED: 'the position was recorded after the end of the trip',
    PROOF_MISSING: 'a proof that the team requires is missing',
    STOP_UNKNOWN: 'the trip has no such stop',
    TOO_MANY_PROOFS: 'the stop or the trip has 20 proofs',
    ID_REUSED: 'another item has the identifier',
    TOO_OLD: 'recorded more than 7 days ago',
    SEND_AGAIN: 'waits for another call: this one had too many items or took too long',
  } satisfies Meanings<ItemError>,
  { DRIVER: 'the driver pressed a button', GEOFENCE: 'the phone noticed the place' },
  {
    FORMULA: 'from straight lines, 60 km/h and the planned halts',
    OWN_MEAN: 'by the formula, with the mean speed of the last trips of the route on at least one way to the stop',
  } satisfies Meanings<Eta['by']>,
  { DELIVERED: 'done as planned', FAILED: 'not done; `reason` says why' },
  {
    OPEN: 'not yet looked at',
    ACKNOWLEDGED: 'a member looks after it',
    RESOLVED: 'done, until its cause is back or a member opens it',
  } satisfies Meanings<(typeof ALERT_STATUSES)[number]>,
  {
    INFO: 'good to know',
    WARNING: 'to be done soon',
    CRITICAL: 'to be done at once',
  } satisfies Meanings<(typeof ALERT_SEVERITIES)[number]>,
  {
    TRIP_ENDED_WITHOUT_PROOF: 'the trip ended, and a proof that its stops require is missing',
    STARTED_WITH_EXPIRED_PAPER: 'the trip started with an expired paper of its driver or vehicle',
    TRIP_CANCELLED_WITH_DRAFT: 'the draft of a cancelled trip is still there',
    TRIP_CANCELLED_WITH_INVOICE: 'a cancelled trip has a stamped document',
    CARTA_PORTE_OUTDATED: 'driver, vehicle, route or goods of the trip changed after the stamp',
    INVOICE_OUTDATED: 'client, revenue, driver or vehicle of the trip changed after the stamp',
    BOX_RENTAL_INVOICE_DRAFT_FAILED: 'a rental was closed without its draft',
    INVOICE_STAMP_STUCK: 'a stamp has no result for long',
    INVOICE_TOTAL_DIFFERS: 'the stamped total is not the one of the items',
    INVOICE_DUPLICATE: 'an invoice may have been stamped twice',
    SUBSTITUTION_REJECTED: 'a substitute and the document it replaces are both in force',
    CANCELLATION_NOT_SENT: 'a requested cancellation never reached the provider',
    CANCELLATION_REJECTED: 'the receiver rejected the cancellation of a document, or its request expired',
    RECEIPT_CONFLICT: 'a late stamp may have doubled a document',
    RECEIPT_DUE: 'payments of last month need a receipt until the fifth',
    RECEIPT_LATE: 'the last day for a receipt has passed',
    STAMPS_NEARLY_SPENT: '80 % of the day’s stamps are used',
    DRIVER_LEFT_WITH_TRIPS: 'planned trips have a driver who left',
    PAPER_EXPIRING: 'a document expires soon',
    TRIP_LATE: 'a truck will probably reach a stop after its window',
    TRIP_OFF_ROUTE: 'a truck is further from the line of its route than the policy allows',
    TRIP_SILENT: 'a truck has sent no position for the minutes of the policy',
    PROOF_FILE_MISSING: 'a file that a proof reported has not arrived for a day',
    HOURS_NEAR_LIMIT: 'a driver reaches a limit of driving time within 30 minutes',
    HOURS_OVER_LIMIT: 'a driver has passed a limit of driving time',
    WEBHOOK_DISABLED: 'a webhook endpoint failed for days or is gone',
    API_KEY_REVOKED: 'an API key expired, or ended with the membership of its maker',
    API_KEYS_TO_REVIEW: 'the maker of API keys recovered the account or reset the password',
  } satisfies Meanings<AlertType>,
  {
    CREATE: 'made',
    UPDATE: 'edited',
    ACTIVATE: 'switched on',
    DEACTIVATE: 'switched off',
    DELETE: 'deleted',
    READ: 'confidential data read',
    STATUS: 'status changed',
    SIGN_IN_RECOVERED: 'authenticator app removed with a mailed code',
    PASSWORD_RESET: 'password reset with a mailed code',
    SESSIONS_ENDED: 'sessions ended',
    PASSWORD_CHANGED: 'password changed',
    FACTOR_ENROLLED: 'authenticator app added',
    EXPORT: 'personal data exported',
    ERASE: 'personal data erased',
    SUBSTITUTE: 'substitute drafted',
    EMAIL: 'document mailed',
    ALLOCATE: 'money allocated to documents',
    CREDIT_NOTE: 'credit note drafted',
    RECEIPT: 'receipt of payment drafted',
    RELAY: 'trip handed to another driver or vehicle',
    STOP_ARRIVED: 'a phone reported an arrival at a stop',
    STOP_DEPARTED: 'a phone reported a departure from a stop',
    STOP_SKIPPED: 'a phone reported a skipped stop',
    PROOF: 'a phone reported a proof of delivery',
    NOTE: 'note of a driver',
    TRIP_START: 'a phone reported the start of a trip',
    TRIP_END: 'a phone reported the end of a trip',
  } satisfies Meanings<(typeof AUDIT_ACTIONS)[number]>,
  {
    LICENSE: 'the driver’s licence',
    MEDICAL: 'the driver’s medical certificate',
    INSURANCE: 'the vehicle’s insurance',
    REGISTRATION: 'the vehicle’s registration',
    MAINTENANCE: 'the vehicle’s next maintenance',
    SEAL_CERTIFICATE: 'the carrier’s signing certificate (CSD)',
  } satisfies Meanings<(typeof EXPIRING_DOCUMENT_NAMES)[number]>,
  {
    SAT: 'a rule of the Carta Porte',
    CFDI: 'a rule of the CFDI',
    LOCAL: 'a rule of this service',
  },
  {
    SIGN_IN: 'signed in',
    SIGN_IN_FAILED: 'a sign-in was refused',
    MFA_ON: 'authenticator app added',
    MFA_OFF: 'authenticator app removed',
    MFA_FAILED: 'a wrong code',
    PASSWORD: 'password changed',
    RECOVERY: 'account recovered by mail',
    SESSION_ENDED: 'session ended',
    ACCESS_CHANGED: 'rights or app access changed',
    EXPORT: 'personal data exported',
    ERASURE: 'account erased',
    KEY_USED: 'not used yet',
    SEAL: 'signing certificate changed',
    POLICY: 'policy of a team changed',
    DENIED: 'a request was refused',
  } satisfies Meanings<SecurityEvent>,
  ...HOURS_TEXTS,
];

/**
 * Lists of names that say by themselves what they mean: kinds of records, media types, folders, fields, and words in lower case.
 */
const isPlain = (code: unknown): boolean =>
  typeof code !== 'string' || /^[a-z\d/.:+-]*[a-z][a-zA-Z\d/.:+-]*$/.test(code);
const KINDS = 'TEAM';
const FLEET_KINDS = 'DRIVER,ORGANIZATION,VEHICLE';

const keyOf = (codes: readonly unknown[]): string => [...codes].map(String).sort().join();

const BY_CODES = new Map(TABLES.map((table) => [keyOf(Object.keys(table)), table]));

/** The meanings of an enumeration as a text. Undefined where the codes are plain words, or where the list has one. */
export function meaningsOf(codes: readonly unknown[]): string | undefined {
  const table = BY_CODES.get(keyOf(codes));
  if (table) return `${codes.map((code) => `${code} = ${table[String(code)]}`).join('; ')}.`;
  const isKnown = codes.length < 2 || codes.every(isPlain) || codes.includes(KINDS) || keyOf(codes) === FLEET_KINDS;
  if (isKnown) return undefined;
  throw new Error(`Say in scripts/code-texts.ts what these codes mean: ${codes.join(', ')}.`);
}
