import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { trigger as sendMail } from '../../functions/triggers/send-mail';
import { queueMails } from '../../shared/mail/queue-mails';
import { defineTrigger, makeTriggerHandler, type Trigger } from '../../shared/operation/define-trigger';
import { makeHandler } from '../../shared/operation/lambda';
import { capability } from '../../shared/platform/runtime/capability';
import { traceOf, traceparentIn, traceparentOf } from '../../shared/platform/runtime/trace';
import { ENVIRONMENT, makeTestContext, UPTIME } from '../support/engine-runtime';
import { httpEvent, lambdaContext } from '../support/http-event';
import { echoToy } from './sample-operations';

const TRACE = '1-5759e988-bd862e3fe1be46a994272793';
const OTHER = '1-5759e988-000000000000000000000001';
const header = (trace: string) => `Root=${trace};Parent=53995c3f42cd8ad8;Sampled=1`;
const traced = (trace: string) => ({ ...lambdaContext(), xRayTraceId: header(trace) });

describe('production 3.8: the trace of a call', () => {
  test.each([
    ['alone', `Root=${TRACE}`, TRACE],
    ['before its parent', header(TRACE), TRACE],
    ['after another part', `Self=${OTHER};Root=${TRACE}`, TRACE],
    ['before a lineage', `${header(TRACE)};Lineage=25:3a4c1f2b:0`, TRACE],
    ['of another version', `Root=2-5759e988-bd862e3fe1be46a994272793`, undefined],
    ['too long', `Root=${TRACE}0`, undefined],
    ['with quotes', 'Root=1-5759e988-"d862e3fe1be46a994272793', undefined],
    ['empty', '', undefined],
  ])('%s is %j', (_, text, trace) => {
    expect(traceOf(lambdaContext(), { _X_AMZN_TRACE_ID: text })).toBe(trace);
    expect(traceOf({ ...lambdaContext(), xRayTraceId: text }, { _X_AMZN_TRACE_ID: header(OTHER) })).toBe(trace);
  });

  test('is absent outside Lambda', () => {
    expect(traceOf(lambdaContext(), {})).toBeUndefined();
  });
});

/** The examples of the W3C's recommendation, and the cases of its published test suite (w3c/trace-context, test/test_data.json). */
const TRACE_ID = '12345678901234567890123456789012';
const PARENT_ID = '1234567890123456';
const known = `00-${TRACE_ID}-${PARENT_ID}-01`;
const future = `cc-${TRACE_ID}-${PARENT_ID}-01`;

describe('production 3.8: a caller’s traceparent', () => {
  test.each([
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    known,
    future,
  ])('%s is well-formed', (text) => {
    expect(traceparentOf(text)).toBe(text);
  });

  test.each([
    ['blanks and tabs at its ends', ` ${known} \t`, known],
    ['more parts of a later version', `${future}-what-the-future-will-be-like`, future],
  ])('with %s is logged without them', (_, text, logged) => {
    expect(traceparentOf(text)).toBe(logged);
  });

  test.each([
    ['two headers, joined by the gateway', `${known},${known}`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${PARENT_ID}-01`],
    ['a parent of zeros', `00-${TRACE_ID}-${'0'.repeat(16)}-01`],
    ['a trace with another character', `00-.${TRACE_ID.slice(1)}-${PARENT_ID}-01`],
    ['a trace in capitals', `00-${'ABCDEF78'.repeat(4)}-${PARENT_ID}-01`],
    ['a trace that is too long', `00-${TRACE_ID}3-${PARENT_ID}-01`],
    ['a trace that is too short', `00-${TRACE_ID.slice(1)}-${PARENT_ID}-01`],
    ['a parent with another character', `00-${TRACE_ID}-.${PARENT_ID.slice(1)}-01`],
    ['a parent that is too long', `00-${TRACE_ID}-${PARENT_ID}7-01`],
    ['a parent that is too short', `00-${TRACE_ID}-${PARENT_ID.slice(1)}-01`],
    ['flags with another character', `00-${TRACE_ID}-${PARENT_ID}-.0`],
    ['flags that are too long', `00-${TRACE_ID}-${PARENT_ID}-001`],
    ['flags that are too short', `00-${TRACE_ID}-${PARENT_ID}-1`],
    ['a character after the flags', `${known}.`],
    ['more parts of this version', `${known}-what-the-future-will-be-like`],
    ['other text after a later version', `${future}.what-the-future-will-be-like`],
    ['the version ff', `ff-${TRACE_ID}-${PARENT_ID}-01`],
    ['a version with another character', `.0-${TRACE_ID}-${PARENT_ID}-01`],
    ['a version that is too long', `000-${TRACE_ID}-${PARENT_ID}-01`],
    ['a version that is too short', `0-${TRACE_ID}-${PARENT_ID}-01`],
    ['nothing', ''],
    ['no header', undefined],
  ])('with %s is not logged', (_, text) => {
    expect(traceparentOf(text)).toBeUndefined();
  });

  test('that we send has the bits of our trace', () => {
    const sent = traceparentIn(TRACE, PARENT_ID);
    expect(sent).toBe(`00-5759e988bd862e3fe1be46a994272793-${PARENT_ID}-00`);
    expect(traceparentOf(sent)).toBe(sent);
  });
});

const linesOf = ({ logs }: { readonly logs: readonly string[] }) => logs.map((line) => JSON.parse(line));
const failing = { ...echoToy, run: () => Promise.reject(new Error('no toys')) };
const event = (headers = {}) => httpEvent(echoToy.route, { body: {}, headers });

describe('production 3.8: every line of a request', () => {
  test('has its trace, and the caller’s', async () => {
    const testContext = makeTestContext();
    const handler = makeHandler(failing, testContext.runtime);
    await handler(event({ traceparent: known }), traced(TRACE));
    expect(linesOf(testContext)).toMatchObject([
      { message: 'fault', trace: TRACE },
      { status: 500, trace: TRACE, traceparent: known },
    ]);
  });

  test('has that of its own call, although the environment changes from call to call', async () => {
    const environment = { ...ENVIRONMENT, _X_AMZN_TRACE_ID: header(TRACE) };
    const testContext = makeTestContext({ environment });
    const handler = makeHandler(echoToy, testContext.runtime);
    await handler(event(), lambdaContext());
    environment._X_AMZN_TRACE_ID = header(OTHER);
    await handler(event({ traceparent: `${known}"}\n{"level":"ERROR"` }), lambdaContext());
    const [first, second] = linesOf(testContext);
    expect([first.trace, second.trace]).toEqual([TRACE, OTHER]);
    expect(second).not.toHaveProperty('traceparent');
  });
});

describe('production 3.7: the time from the start of the process to the first call', () => {
  test('stands in the line of the first call alone', async () => {
    const testContext = makeTestContext();
    const handler = makeHandler(echoToy, testContext.runtime);
    for (let calls = 0; calls < 2; calls += 1) await handler(event(), lambdaContext());
    const [first, second] = linesOf(testContext);
    expect(first).toMatchObject({ cold_start: true, init_ms: UPTIME });
    expect(second).toMatchObject({ cold_start: false });
    expect(second).not.toHaveProperty('init_ms');
  });

  test('stands in the line of a trigger’s first run alone', async () => {
    const testContext = makeTestContext();
    const handler = makeTriggerHandler(scheduled({ run: async () => ({}) }), testContext.runtime);
    for (let runs = 0; runs < 2; runs += 1) await handler({}, traced(TRACE));
    expect(linesOf(testContext)).toEqual([
      expect.objectContaining({ trace: TRACE, init_ms: UPTIME }),
      expect.not.objectContaining({ init_ms: expect.anything() }),
    ]);
  });
});

const scheduled = (parts: Pick<Trigger, 'run'> & Partial<Trigger>): Trigger => ({
  ...defineTrigger({
    id: 'countToys',
    summary: 'Count toys',
    source: 'schedule',
    rate: 'rate(5 minutes)',
    uses: {},
    run: async () => ({}),
  }),
  ...parts,
});

const MAIL = { to: 'ana@empresa.mx', subject: 'Hola', text: 'Hola' };

describe('production 3.8: a trace goes on', () => {
  test('from a schedule’s run into the mails that it queues, and from them into the lines of their delivery', async () => {
    const queue = mockClient(SQSClient).on(SendMessageBatchCommand).resolves({});
    const started = makeTestContext();
    const trigger = scheduled({
      uses: { queueMails },
      run: async ({ deps, report }) => {
        await Object(deps).queueMails([MAIL, MAIL]);
        report(new Error('one of many'));
        return {};
      },
    });
    await makeTriggerHandler(trigger, started.runtime)({}, traced(TRACE));
    expect(linesOf(started)).toMatchObject([
      { message: 'fault', trace: TRACE },
      { trigger: 'countToys', trace: TRACE },
    ]);
    const messages = queue
      .commandCalls(SendMessageBatchCommand)
      .flatMap(({ args: [{ input }] }) => (input.Entries ?? []).map(({ MessageBody }) => String(MessageBody)));
    expect(messages.map((body) => JSON.parse(body))).toEqual([
      { ...MAIL, trace: TRACE },
      { ...MAIL, trace: TRACE },
    ]);

    const delivered = makeTestContext();
    const refused = capability({ mailIdentity: ['SendEmail'] }, () => async () => {
      throw new Error('SES refuses');
    });
    const delivery: Trigger = { ...sendMail, uses: { deliverMail: refused } };
    const Records = [...messages, JSON.stringify(MAIL)].map((body, index) => ({ messageId: `m${index}`, body }));
    await makeTriggerHandler(delivery, delivered.runtime)({ Records }, traced(OTHER));
    const lines = linesOf(delivered);
    expect(lines.map(({ trace }) => trace)).toEqual([TRACE, TRACE, OTHER, OTHER]);
    expect(lines.at(-1)).toMatchObject({ trigger: 'sendMail', origins: [TRACE] });
  });

  test('but a message may not bring any text as its trace', async () => {
    const testContext = makeTestContext();
    const Records = [{ messageId: 'm', body: JSON.stringify({ ...MAIL, trace: 'a secret' }) }];
    await makeTriggerHandler(sendMail, testContext.runtime)({ Records }, traced(TRACE));
    expect(testContext.logs.join()).not.toContain('a secret');
  });
});
