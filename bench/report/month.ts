import { warmCalls } from '../cold/warm-calls';
import prices from '../prices.json';
import type { Costs } from '../results';
import { priceOf } from './prices';

/** Calls of one truck in a month: it drives 12 hours on 26 days and completes 20 trips. */
export const OF_A_TRUCK: readonly (readonly [string, number])[] = [
  ['pingLocation', 20 * 12 * 26],
  ['listOwnTrips', 4 * 26],
  ['refreshDriver', 4 * 12 * 26],
  ['createTrip', 20],
  ['updateTrip', 10],
  ['startTrip', 20],
  ['updateOwnTripStatus', 20],
  ['getTripLocation', 20 * 12 * 26],
  ['getTrip', 200],
  ['getTripTimeline', 40],
  ['editInvoice', 20],
  ['validateInvoice', 30],
  ['stampInvoice, with Carta Porte', 20],
  ['stamping', 10],
  ['getInvoicePdf', 40],
  ['createPayment', 20],
  ['listAvailableDrivers', 60],
];

/**
 * Calls of one office worker in a month, independent of the number of trips. One worker for ten trucks, at least two.
 */
export const OF_A_DESK: readonly (readonly [string, number])[] = [
  ['login, without app', 26],
  ['refresh', 4 * 9 * 26],
  ['listTrips', 60 * 26],
  ['listDrivers', 10 * 26],
  ['listVehicles', 10 * 26],
  ['listInvoices, a page of 10', 30 * 26],
  ['listInvoices, by status', 10 * 26],
  ['listPayments', 10 * 26],
  ['listAlerts, by status', 60 * 26],
  ['listExpirations', 26],
  ['reportIncome', 26],
  ['reportReceivables', 26],
];

export const deskFor = (trucks: number): number => Math.max(2, Math.ceil(trucks / 10));

/**
 * Bytes stored in the table for each truck and month: trips, events, invoices with Carta Porte, payments, and their
 * index entries.
 */
const STORED_OF_A_TRUCK = 20 * 12_000;
/** Bytes of a driver's and a truck's uploaded documents. An invoice's PDF and XML are not counted. */
const OBJECT_BYTES_OF_A_TRUCK = 10e6;
const MONTHS_KEPT = 12;

/** Costs that do not depend on trucks or teams. */
const ALARMS = 7;
const SECRETS = 2;

export interface Month {
  readonly trucks: number;
  readonly calls: number;
  /** Dollars. */
  readonly services: Readonly<Record<string, number>>;
  readonly total: number;
  /** Dollars by operation, the most expensive first. */
  readonly operations: readonly (readonly [string, number])[];
}

/** A month of a carrier with its own deployment, after a year of use. */
export function monthOf(trucks: number, costs: Costs): Month {
  const calls = [
    ...OF_A_TRUCK.map(([call, times]) => [call, times * trucks] as const),
    ...OF_A_DESK.map(([call, times]) => [call, times * deskFor(trucks)] as const),
  ];
  const priced = calls.map(([call, times]) => {
    const cost = costs[call];
    if (cost === undefined) throw new Error(`The results have no cost of ${call}. Run the bench again.`);
    return { call, times, price: priceOf(call.split(',')[0] ?? '', cost) };
  });
  const ofCalls = (['HTTP API', 'Lambda', 'DynamoDB', 'Logs'] as const).map((service) => {
    return [
      service,
      priced.reduce((sum, { times, price }) => sum + (times * price.services[service]) / 1e6, 0),
    ] as const;
  });
  const services = { ...Object.fromEntries(ofCalls), ...standingCosts(trucks) };
  return {
    trucks,
    calls: calls.reduce((sum, [, times]) => sum + times, 0),
    services,
    total: Object.values(services).reduce((sum, one) => sum + one, 0),
    operations: priced
      .map(({ call, times, price }) => [call, (times * price.total) / 1e6] as const)
      .toSorted(([, one], [, other]) => other - one),
  };
}

/** A warm call runs for about two milliseconds and logs nothing. */
const WARM_SECONDS = 0.002;

/** The calls that keep the functions warm in the office's hours. */
function warmCost(): number {
  const { lambdaMillion, lambdaGigabytes, lambdaGigabyteSecond } = prices;
  const ofCall = lambdaMillion / 1e6 + WARM_SECONDS * lambdaGigabytes * lambdaGigabyteSecond;
  return warmCalls().length * ofCall;
}

function standingCosts(trucks: number): Record<string, number> {
  const gigabytes = (trucks * STORED_OF_A_TRUCK * MONTHS_KEPT) / 1e9;
  const users = trucks + deskFor(trucks);
  return {
    'Table storage and recovery': gigabytes * (prices.tableGigabyteMonth + prices.recoveryGigabyteMonth),
    Cognito: Math.max(0, users - prices.cognitoFreeUsers) * prices.cognitoUserMonth,
    S3:
      (trucks * OBJECT_BYTES_OF_A_TRUCK * prices.objectGigabyteMonth) / 1e9 +
      (trucks * 10 * prices.objectWritesThousand) / 1000,
    'Keep warm': warmCost(),
    'Secrets and alarms': SECRETS * prices.secretMonth + ALARMS * prices.alarmMonth,
  };
}
