import { OPERATIONS } from '../../functions/catalog';
import { permissionsOf } from '../../shared/operation/requirements';
import prices from '../prices.json';
import type { Cost } from '../results';

/**
 * How long a call keeps its function busy, warm, by what it waits for. These are assumptions, and the only figures here that were not measured:
 * nothing on this machine knows how long Cognito or the provider take.
 */
export const TIME_CLASSES = {
  table: { milliseconds: 15, says: 'the table alone, one or two calls' },
  walk: { milliseconds: 40, says: 'the table, three calls and more' },
  bucket: { milliseconds: 60, says: 'S3 or the mail queue beside it' },
  cognito: { milliseconds: 200, says: 'a user pool: it hashes passwords' },
  provider: { milliseconds: 2_500, says: 'the stamping provider, which asks the tax authority' },
} as const;
export type TimeClass = keyof typeof TIME_CLASSES;

/** The three lines that Lambda itself writes for every invocation, in its JSON format. */
const PLATFORM_LOG_BYTES = 600;

export interface Price {
  readonly timeClass: TimeClass;
  /** Dollars of a million calls, by service. */
  readonly services: {
    readonly 'HTTP API': number;
    readonly Lambda: number;
    readonly DynamoDB: number;
    readonly Logs: number;
  };
  readonly total: number;
}

/** The dollars of a million such calls. */
export function priceOf(operationId: string, cost: Cost): Price {
  const timeClass = timeClassOf(operationId, cost);
  const seconds = TIME_CLASSES[timeClass].milliseconds / 1000;
  const services = {
    'HTTP API': prices.httpApiMillion,
    Lambda: prices.lambdaMillion + 1e6 * seconds * prices.lambdaGigabytes * prices.lambdaGigabyteSecond,
    DynamoDB: cost.writeUnits * prices.writeMillion + cost.readUnits * prices.readMillion,
    Logs: ((cost.logBytes + PLATFORM_LOG_BYTES) * 1e6 * prices.logGigabyte) / 1e9,
  };
  return { timeClass, services, total: Object.values(services).reduce((sum, one) => sum + one, 0) };
}

function timeClassOf(operationId: string, { calls }: Cost): TimeClass {
  const operation = Object.values(OPERATIONS).find(({ id }) => id === operationId);
  const resources = operation ? Object.keys(permissionsOf(operation)) : [];
  if (resources.includes('stampingProvider')) return 'provider';
  if (resources.some((one) => one.endsWith('Pool')) || operation?.route.includes('/mfa')) return 'cognito';
  if (resources.some((one) => one.endsWith('Objects') || one === 'mailQueue')) return 'bucket';
  return calls > 2 ? 'walk' : 'table';
}
