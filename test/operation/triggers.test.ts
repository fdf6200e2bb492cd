import { defineTrigger, makeTriggerHandler, type Trigger } from '../../shared/operation/define-trigger';
import { makeScene } from '../support/engine-runtime';
import { lambdaContext, REQUEST_ID } from '../support/http-event';

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
  const scene = makeScene();
  const outcome = await makeTriggerHandler(trigger, scene.runtime)({}, lambdaContext()).then(
    (answer) => ({ answer }),
    (failure: unknown) => ({ failure }),
  );
  return { outcome, lines: scene.logs.map((line) => JSON.parse(line)) };
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

test('figures that are no numbers are a fault of ours', async () => {
  const untyped: Trigger = { ...scheduled(async () => ({})), run: async () => ({ counted: 'three' }) };
  const { outcome } = await logged(untyped);
  expect(outcome).toMatchObject({ failure: { name: 'ValiError' } });
});
