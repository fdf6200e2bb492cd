import { exportAccounts } from '../../shared/identity/cognito/export-accounts';
import { cognitoClient } from '../../shared/identity/cognito/user-pool';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { DeadlineExceeded } from '../../shared/platform/runtime/deadline';
import { s3Client } from '../../shared/platform/storage/buckets';
import { readDocument, readDocumentBytes } from '../../shared/platform/storage/documents';
import { makeTestContext } from '../support/engine-runtime';

const LIMIT_MS = 5;
const never = () => new Promise(() => {});

/** What the SDK gets of a call. */
interface Options {
  readonly abortSignal?: AbortSignal;
}

/** Capabilities whose calls are given up after a moment. The clients keep the signals that they got. */
function withSlowServices() {
  const signals: (AbortSignal | undefined)[] = [];
  const keeping =
    (answer: () => unknown) =>
    async (_: unknown, options?: Options): Promise<unknown> => {
      signals.push(options?.abortSignal);
      return answer();
    };
  const body = { transformToByteArray: never, transformToString: never };
  const clients = new Map<() => unknown, unknown>([
    [s3Client, { send: keeping(() => ({ Body: body })) }],
    [cognitoClient, { send: keeping(never) }],
  ]);
  const { runtime } = makeTestContext({ clients });
  const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
  const scope = { requestId: 'test', remaining: () => 60_000, meter };
  const uses = { readDocument, readDocumentBytes, exportAccounts };
  return { signals, runtime: { ...runtime, longestCallMs: () => LIMIT_MS }, uses, scope };
}

test.each(['readDocument', 'readDocumentBytes'] as const)(
  '%s gives up a document whose body does not end, and ends its request',
  async (name) => {
    const { signals, runtime, uses, scope } = withSlowServices();
    await expect(makeDeps(uses, runtime, scope)[name]('a-key')).rejects.toThrow(DeadlineExceeded);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  },
);

test('the export of accounts ends the request of a page that it gives up', async () => {
  const { signals, runtime, uses, scope } = withSlowServices();
  const clients = new Map(runtime.clients).set(s3Client, { send: async () => ({ Body: undefined }) });
  await expect(makeDeps(uses, { ...runtime, clients }, scope).exportAccounts()).rejects.toThrow(DeadlineExceeded);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});
