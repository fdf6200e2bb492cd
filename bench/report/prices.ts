import { OPERATIONS } from '../../functions/catalog';
import { permissionsOf } from '../../shared/operation/requirements';
import prices from '../prices.json';
import type { Cost } from '../results';

/**
 * The run time of a warm call, by the slowest service that it waits for. These times are assumptions, because Cognito
 * and the provider do not run on this machine.
 */
export const TIME_CLASSES = {
  table: { milliseconds: 15, says: 'the table only, one or two calls' },
  walk: { milliseconds: 40, says: 'the table only, three or more calls' },
  bucket: { milliseconds: 60, says: 'the table and S3 or the mail queue' },
  cognito: { milliseconds: 200, says: 'a user pool, which hashes passwords' },
  provider: { milliseconds: 2_500, says: 'the stamping provider, which asks the tax authority' },
} as const;
type TimeClass = keyof typeof TIME_CLASSES;

export interface Price {
  readonly timeClass: TimeClass;
  /** Dollars for a million calls, by service. */
  readonly services: {
    readonly 'HTTP API': number;
    readonly Lambda: number;
    readonly DynamoDB: number;
    readonly Logs: number;
  };
  readonly total: number;
}

/** The price of a million calls with this cost. */
export function priceOf(operationId: string, cost: Cost): Price {
  const timeClass = timeClassOf(operationId, cost);
  const seconds = TIME_CLASSES[timeClass].milliseconds / 1000;
  const services = {
    'HTTP API': prices.httpApiMillion,
    Lambda: prices.lambdaMillion + 1e6 * seconds * prices.lambdaGigabytes * prices.lambdaGigabyteSecond,
    DynamoDB: cost.writeUnits * prices.writeMillion + cost.readUnits * prices.readMillion,
    Logs: (cost.logBytes * 1e6 * prices.logGigabyte) / 1e9,
  };
  return { timeClass, services, total: Object.values(services).reduce((sum, one) => sum + one, 0) };
}

/** The class of an operation, by its permissions and its outbound calls. */
export function timeClassOf(operationId: string, { calls }: Pick<Cost, 'calls'>): TimeClass {
  const operation = Object.values(OPERATIONS).find(({ id }) => id === operationId);
  const resources = operation ? Object.keys(permissionsOf(operation)) : [];
  if (resources.includes('stampingProvider')) return 'provider';
  if (resources.some((one) => one.endsWith('Pool')) || operation?.route.includes('/mfa')) return 'cognito';
  if (resources.some((one) => one.endsWith('Objects') || one === 'mailQueue')) return 'bucket';
  return calls > 2 ? 'walk' : 'table';
}
