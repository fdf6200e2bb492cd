import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { bundleFunctions } from '../../../lib/bundle';

const FUNCTION = 'webhooks/stamping';
const EVENT = {
  headers: { 'facturapi-signature': '0'.repeat(64) },
  queryStringParameters: { team: 'A'.repeat(43) },
  requestContext: { http: {} },
};
const CALL = `require('./function.cjs').handler(${JSON.stringify(EVENT)}, {
  awsRequestId: 'r',
  getRemainingTimeInMillis: () => 28_000,
});`;
const Fault = v.object({ chain: v.array(v.object({ stack: v.array(v.string()) })) });

const folder = mkdtempSync(join(tmpdir(), 'fleet-stack-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Calls a bundled function without environment variables, so that its first read fails. Returns the stack of the fault that it logs. */
async function stackOfFault(): Promise<string> {
  await bundleFunctions(folder, { entryPoints: [{ in: `function:${FUNCTION}`, out: 'function' }] });
  const output = execFileSync(process.execPath, ['-e', CALL], { cwd: folder, env: {}, encoding: 'utf8' });
  const fault = output.split('\n').find((line) => line.includes('"message":"fault"')) ?? output;
  return v
    .parse(Fault, JSON.parse(fault))
    .chain.flatMap(({ stack }) => stack)
    .join('\n');
}

/**
 * V8 prints the name of a capability that is called as a method. A function that is passed as an argument, such as the check of a signature,
 * needs a name of its own.
 */
test('the stack of a bundled, minified function names the capabilities in which it failed', async () => {
  const stack = await stackOfFault();
  expect(stack).toMatch(/at (?:async )?Object\.readWebhookAccount \(/);
  expect(stack).toMatch(/at (?:async )?signature \(/);
});
