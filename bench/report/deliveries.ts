import { trigger as dispatchEvents } from '../../functions/triggers/dispatch-events';
import { trigger as fanOutEvents } from '../../functions/triggers/fan-out-events';
import { trigger as sendOut } from '../../functions/triggers/send-out';
import prices from '../prices.json';

/** The units of an event with one endpoint. test/webhook-endpoints/units.test.ts holds the handlers at them. */
export const DELIVERY_UNITS = { fanOutReads: 1, attemptReads: 2, attemptWrites: 1 } as const;

/** Assumptions, because these times cannot be measured outside AWS. */
const RECEIVER_SECONDS = 0.3;
const FAN_OUT_SECONDS = 0.015;
/** What the dispatcher spends beside the receiver: two calls of the table and the call of `sendOut`. */
const DISPATCH_SECONDS = 0.04;
const SEND_OUT_SECONDS = 0.01;

/** Bytes of a request with its headers. */
const REQUEST_BYTES = 1_500;
/** Bytes of the line that each function logs. */
const LOG_BYTES = 300;
/** To the queue, from the queue, and its deletion. */
const QUEUE_CALLS = 3;

/** The memory of a trigger without a memory of its own, as lib/operation-function.ts has it. */
const DEFAULT_MEGABYTES = 512;

interface DeliveryPrice {
  readonly services: Readonly<Record<'Lambda' | 'Queue' | 'DynamoDB' | 'Logs' | 'Traffic', number>>;
  readonly total: number;
}

/** Dollars for a million events to one endpoint whose first attempt succeeds, when so many events come in one batch. */
export function priceOfDeliveries(batch: number, receiverSeconds: number = RECEIVER_SECONDS): DeliveryPrice {
  const { fanOutReads, attemptReads, attemptWrites } = DELIVERY_UNITS;
  const batches = 1e6 / batch;
  const lambda =
    lambdaPrice(fanOutEvents, FAN_OUT_SECONDS) +
    lambdaPrice(dispatchEvents, receiverSeconds + DISPATCH_SECONDS) +
    lambdaPrice(sendOut, receiverSeconds + SEND_OUT_SECONDS);
  const services = {
    Lambda: lambda / batch,
    Queue: (QUEUE_CALLS * prices.queueMillion) / batch,
    DynamoDB: (fanOutReads / batch + attemptReads) * prices.readMillion + attemptWrites * prices.writeMillion,
    Logs: (batches * 3 * LOG_BYTES * prices.logGigabyte) / 1e9,
    Traffic: (1e6 * REQUEST_BYTES * prices.trafficGigabyte) / 1e9,
  };
  return { services, total: Object.values(services).reduce((sum, one) => sum + one, 0) };
}

/** Dollars for a million runs of a function that takes so many seconds. */
const lambdaPrice = ({ megabytes = DEFAULT_MEGABYTES }: { readonly megabytes?: number }, seconds: number): number =>
  prices.lambdaMillion + 1e6 * seconds * (megabytes / 1024) * prices.lambdaGigabyteSecond;
