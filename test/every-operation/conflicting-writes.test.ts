import { TransactionConflictException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import type { Operation } from '../../shared/operation/define';
import { cancelled } from '../support/faults';
import type { TableWrite } from '../support/services';
import { CASES } from './cases';
import { admittedRequest, type Exchange, exchange, makeWorld, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

const GIVEN = { $metadata: { httpStatusCode: 400 }, message: 'Transaction is ongoing for the item' };

/**
 * The error with which DynamoDB refuses a write that meets another transaction. For a transaction it names one of the items. Source: DynamoDB
 * developer guide, "Transaction conflict handling in DynamoDB".
 */
const conflictOf = ({ kind, items }: TableWrite): Error =>
  kind === 'single'
    ? new TransactionConflictException(GIVEN)
    : cancelled(...Array.from({ length: items }, (_, nth) => (nth === items - 1 ? 'TransactionConflict' : 'None')));

/** A transaction with the same token is still running. */
const inProgress = ({ kind }: TableWrite): Error | undefined =>
  kind === 'transaction' ? new TransactionInProgressException({ ...GIVEN, Message: '' }) : undefined;

/** Sends a valid request while writes fail. `count` is the number of writes that fail, from the one of index `first` on. */
async function whileWritesFail(
  operation: Operation,
  failureOf: (write: TableWrite) => Error | undefined,
  { first = 0, count = Number.POSITIVE_INFINITY } = {},
): Promise<{ readonly done: Exchange; readonly failed: number; readonly written: number }> {
  const request = await admittedRequest(operation, world);
  let [seen, failed, written] = [0, 0, 0];
  world.services.failWrites((write) => {
    const failure = failureOf(write);
    if (failure === undefined) return undefined;
    seen += 1;
    const isHit = seen > first && failed < count;
    if (isHit) failed += 1;
    else written += 1;
    return isHit ? failure : undefined;
  });
  return { done: await exchange(operation, world, request), failed, written };
}

const saysOf = ({ answer }: Exchange) => [answer.status, answer.body.error];
/**
 * The operations of which the sample request reaches a write. `test/resilience/faults` injects conflicts into each write of all the others, and
 * compares the stored state.
 */
const writers = new Set<string>();

describe.each(CASES)('%s', (file, operation) => {
  test.each([
    ['a conflict', conflictOf],
    ['a transaction in progress', inProgress],
  ])('tries a write again after %s, and answers as without it', async (_, failureOf) => {
    const undisturbed = await whileWritesFail(operation, failureOf, { count: 0 });
    for (let first = 0; first < undisturbed.written; first += 1) {
      const { done, failed, written } = await whileWritesFail(operation, failureOf, { first, count: 3 });
      expect([failed, written]).toEqual([3, undisturbed.written]);
      expect(saysOf(done)).toEqual(saysOf(undisturbed.done));
    }
  });

  test('answers conflicts without end with 503 UNAVAILABLE and Retry-After, and writes nothing', async () => {
    const { done, failed, written } = await whileWritesFail(operation, conflictOf);
    if (failed === 0) return;
    writers.add(file);
    expect(written).toBe(0);
    if (done.answer.status < 300) return;
    expect(saysOf(done)).toEqual([503, 'UNAVAILABLE']);
    expect(Number(done.answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('the sample requests of 45 operations or more reach a write', () => {
  expect(writers.size).toBeGreaterThanOrEqual(45);
});
