import {
  defineTrigger,
  environmentOfTrigger,
  makeTriggerHandler,
  permissionsOfTrigger,
  type Trigger,
  triggerLambda,
} from '../../shared/operation/define-trigger';
import { capability } from '../../shared/platform/runtime/capability';
import { unionOfPermissions } from '../../shared/platform/runtime/permissions';
import { makeTestContext, UPTIME } from '../support/engine-runtime';
import { lambdaContext, REQUEST_ID } from '../support/http-event';
import { writtenWhile } from './written';

const scheduled = (run: () => Promise<Record<string, number>>): Trigger =>
  defineTrigger({
    id: 'countToys',
    summary: 'Count toys',
    source: 'schedule',
    rate: 'rate(5 minutes)',
    uses: {},
    run,
  });

async function logged(trigger: Trigger) {
  const testContext = makeTestContext();
  const outcome = await makeTriggerHandler(trigger, testContext.runtime)({}, lambdaContext()).then(
    (answer) => ({ answer }),
    (failure: unknown) => ({ failure }),
  );
  return { outcome, lines: testContext.logs.map((line) => JSON.parse(line)) };
}

test('a run leaves one line, with the figures of a schedule', async () => {
  const { outcome, lines } = await logged(scheduled(async () => ({ counted: 3, stuck: 1 })));
  expect(outcome).toEqual({ answer: { counted: 3, stuck: 1 } });
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'INFO',
      trigger: 'countToys',
      function_request_id: REQUEST_ID,
      figures: { counted: 3, stuck: 1 },
    }),
  ]);
});

test('a failure is logged, ends the run as failed, and is thrown on, so that it is tried again', async () => {
  const failure = new Error('no toys');
  const { outcome, lines } = await logged(scheduled(() => Promise.reject(failure)));
  expect(outcome).toEqual({ failure });
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'ERROR',
      message: 'fault',
      chain: [expect.objectContaining({ message: 'no toys' })],
    }),
    expect.objectContaining({ level: 'ERROR', trigger: 'countToys' }),
  ]);
});

test('a run says how long it took, what it called, and what it can use', async () => {
  const testContext = makeTestContext();
  const probe = capability({ table: ['GetItem'] }, (context) => async () => {
    const remaining = context.remaining();
    await context.call({ resource: 'table', action: 'GetItem', families: ['TEAM#'] }, async () => {
      testContext.pass(7);
    });
    return { remaining, requestId: context.requestId };
  });
  const seen: unknown[] = [];
  const trigger: Trigger = {
    ...scheduled(async () => ({})),
    uses: { probe },
    run: async ({ event, deps, report }) => {
      seen.push(event, await Object(deps).probe());
      report(new Error('one of many'));
      return { counted: 1 };
    },
  };
  await makeTriggerHandler(trigger, testContext.runtime)({ mails: 1 }, lambdaContext());
  expect(seen).toEqual([{ mails: 1 }, { remaining: 28_000, requestId: REQUEST_ID }]);
  expect(testContext.logs.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ message: 'fault', function_request_id: REQUEST_ID }),
    {
      level: 'INFO',
      trigger: 'countToys',
      function_request_id: REQUEST_ID,
      duration_ms: 7,
      init_ms: UPTIME,
      calls: 1,
      rru: 0,
      wru: 0,
      figures: { counted: 1 },
    },
  ]);
});

test('what answers something else than figures has none', async () => {
  const { outcome, lines } = await logged({
    ...scheduled(async () => ({})),
    source: 'mailQueue',
    run: async () => 'sent',
  });
  expect(outcome).toEqual({ answer: 'sent' });
  expect(lines).toEqual([expect.not.objectContaining({ figures: expect.anything() })]);
});

test('its function has the rights and the variables of what it uses, each once, in order', () => {
  const mails = capability({ mailQueue: ['SendMessage'], table: ['GetItem'] }, () => undefined, ['STAGE']);
  const writes = capability({ table: ['PutItem', 'GetItem'] }, () => undefined);
  const trigger = { uses: { mails, writes } };
  expect(permissionsOfTrigger(trigger)).toEqual(unionOfPermissions([mails.permissions, writes.permissions]));
  expect(environmentOfTrigger(trigger)).toEqual(['MAIL_QUEUE_URL', 'STAGE', 'STAGE_KEY', 'TABLE_NAME']);
});

test('a deployed trigger makes its runtime when it is first called', async () => {
  const handler = triggerLambda(scheduled(async () => ({ counted: 1 })));
  for (let times = 0; times < 2; times += 1) {
    const { answer, lines } = await writtenWhile(() => handler({}, lambdaContext()));
    expect(answer).toEqual({ counted: 1 });
    expect(lines).toMatchObject([{ trigger: 'countToys', figures: { counted: 1 } }]);
  }
});

test('figures that are no numbers are a fault of ours', async () => {
  const untyped: Trigger = { ...scheduled(async () => ({})), run: async () => ({ counted: 'three' }) };
  const { outcome } = await logged(untyped);
  expect(outcome).toMatchObject({ failure: { name: 'ValiError' } });
});
