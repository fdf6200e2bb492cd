import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { trigger } from '../../functions/triggers/keep-warm';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { makeTestContext } from '../support/engine-runtime';
import { lambdaContext } from '../support/http-event';

const lambda = mockClient(LambdaClient);
beforeEach(() => lambda.reset());

const names = Array.from({ length: 23 }, (_, index) => `fleet-test-operation${index}`);

async function run(functions: readonly string[]) {
  const testContext = makeTestContext();
  const answer = await makeTriggerHandler(trigger, testContext.runtime)({ functions }, lambdaContext());
  const lines = testContext.logs.map((line) => JSON.parse(line));
  const inputs = lambda.commandCalls(InvokeCommand).map(({ args: [command] }) => command.input);
  return { answer, lines, inputs };
}

test('production 1.4: each named function is called once, without waiting for it', async () => {
  lambda.on(InvokeCommand).resolves({ StatusCode: 202 });
  const { answer, inputs, lines } = await run(names);
  expect(inputs).toEqual(
    names.map((FunctionName) => ({ FunctionName, InvocationType: 'Event', Payload: '{"source":"fleet.warm"}' })),
  );
  expect(answer).toEqual({ called: 23, refused: 0 });
  expect(lines).toMatchObject([{ level: 'INFO', trigger: 'keepWarm', figures: { called: 23, refused: 0 } }]);
});

test('production 1.4: at most ten calls are open at once', async () => {
  let open = 0;
  let most = 0;
  lambda.on(InvokeCommand).callsFake(async () => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve, 2));
    open -= 1;
  });
  await run(names);
  expect(most).toBe(10);
});

test('production 1.4: a refused call is counted, and the others are made', async () => {
  lambda.on(InvokeCommand).resolves({}).on(InvokeCommand, { FunctionName: names[3] }).rejects(new Error('throttled'));
  const { answer, lines, inputs } = await run(names);
  expect(inputs).toHaveLength(23);
  expect(answer).toEqual({ called: 22, refused: 1 });
  expect(lines).toMatchObject([
    { level: 'ERROR', message: 'fault', chain: [{ message: 'throttled' }] },
    { level: 'INFO', figures: { called: 22, refused: 1 } },
  ]);
});
