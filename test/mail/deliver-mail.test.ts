import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { trigger as sendMail } from '../../functions/triggers/send-mail';
import { deliverMail } from '../../shared/mail/deliver-mail';
import { queueMails } from '../../shared/mail/queue-mails';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { ENVIRONMENT, makeTestContext, someId } from '../support/engine-runtime';

const queue = mockClient(SQSClient);
const mailer = mockClient(SESv2Client);
beforeEach(() => {
  queue.reset();
  mailer.reset();
  queue.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] });
  mailer.on(SendEmailCommand).resolves({ MessageId: 'm' });
});

const mails = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    to: `n${index}@empresa.mx`,
    subject: 'Invitación',
    text: `Nº ${index}`,
  }));
const batches = () => queue.commandCalls(SendMessageBatchCommand).map((call) => call.args[0].input.Entries ?? []);

describe('the mail queue', () => {
  test.each([
    [0, []],
    [1, [1]],
    [10, [10]],
    [11, [10, 1]],
    [97, [10, 10, 10, 10, 10, 10, 10, 10, 10, 7]],
  ])('takes %p mails in batches of %p', async (count, sizes) => {
    await makeTestContext().use(queueMails)(mails(count));
    expect(batches().map((batch) => batch.length)).toEqual(sizes);
    const bodies = batches().flatMap((batch) => batch.map(({ MessageBody }) => JSON.parse(MessageBody ?? '')));
    expect(bodies).toEqual(mails(count));
  });

  test('has an identifier for each entry of a batch', async () => {
    await makeTestContext().use(queueMails)(mails(10));
    expect(new Set(batches()[0]?.map(({ Id }) => Id)).size).toBe(10);
    expect(queue.commandCalls(SendMessageBatchCommand)[0]?.args[0].input.QueueUrl).toBe(ENVIRONMENT.MAIL_QUEUE_URL);
  });

  test('that refuses an entry is a failure, though the call went well', async () => {
    queue.on(SendMessageBatchCommand).resolves({
      Successful: [],
      Failed: [{ Id: '0', Code: 'InternalError', SenderFault: false }],
    });
    await expect(makeTestContext().use(queueMails)(mails(2))).rejects.toThrow(
      'The mailQueue refused 1 messages: InternalError',
    );
  });
});

describe('delivering a mail', () => {
  const [mail = { to: '', subject: '', text: '' }] = mails(1);

  test('hands it to SES with our sender, in UTF-8', async () => {
    await makeTestContext().use(deliverMail)(mail);
    expect(mailer.commandCalls(SendEmailCommand)[0]?.args[0].input).toEqual({
      FromEmailAddress: 'flota@example.com',
      ConfigurationSetName: 'fleet-test',
      Destination: { ToAddresses: [mail.to] },
      Content: {
        Simple: {
          Subject: { Data: mail.subject, Charset: 'UTF-8' },
          Body: { Text: { Data: mail.text, Charset: 'UTF-8' } },
        },
      },
    });
  });

  test('desk 4.3: adds the address of the front end', async () => {
    const environment = { ...ENVIRONMENT, FRONT_END_URL: 'https://flota.example' };
    await makeTestContext({ environment }).use(deliverMail)(mail);
    const { Content } = mailer.commandCalls(SendEmailCommand)[0]?.args[0].input ?? {};
    expect(Content?.Simple?.Body?.Text?.Data).toBe(`${mail.text}\n\nAbrir Flota / Open Flota: https://flota.example`);
  });

  test('throws on what SES throws', async () => {
    mailer.on(SendEmailCommand).rejects(new Error('Throttling'));
    await expect(makeTestContext().use(deliverMail)(mail)).rejects.toThrow('Throttling');
  });

  test('of a batch gives back to the queue those alone that failed, a broken message too', async () => {
    mailer.on(SendEmailCommand).callsFake(({ Destination }) => {
      if (Destination.ToAddresses[0] === 'n1@empresa.mx') throw new Error('Throttling');
      return { MessageId: 'm' };
    });
    const bodies = [...mails(3).map((one) => JSON.stringify(one)), '{', JSON.stringify({ to: 'nobody' })];
    const { failed, report, count } = await runOn(bodies);
    expect(failed).toEqual(['m1', 'm3', 'm4']);
    expect(report).toHaveBeenCalledTimes(3);
    expect(count).toHaveBeenCalledWith({ sent: 2, refused: 0, later: 0 });
  });

  test.each(['MessageRejected', 'BadRequestException'])(
    'production 5.4: that SES refuses by %s is given up at once, counted, and its address is not in the log',
    async (name) => {
      const refusal = Object.assign(new Error('Email address is not verified: n0@empresa.mx'), { name });
      mailer.on(SendEmailCommand).rejectsOnce(refusal).resolves({ MessageId: 'm' });
      const { failed, report, count, logs } = await runOn(mails(2).map((one) => JSON.stringify(one)));
      expect(failed).toEqual([]);
      expect(report).not.toHaveBeenCalled();
      expect(count).toHaveBeenCalledWith({ sent: 1, refused: 1, later: 0 });
      expect(logs.join()).not.toContain('empresa.mx');
    },
  );

  test('production 5.4: of a batch are sent one after the other, so that two readers keep the rate of the setting', async () => {
    const starts: number[] = [];
    let open = 0;
    const testContext = makeTestContext({ environment: { ...ENVIRONMENT, MAILS_PER_SECOND: '4' } });
    mailer.on(SendEmailCommand).callsFake(async () => {
      expect(open).toBe(0);
      open += 1;
      starts.push(testContext.now().getTime());
      await Promise.resolve();
      testContext.pass(100);
      open -= 1;
      return { MessageId: 'm' };
    });
    const { failed } = await runOn(
      mails(5).map((one) => JSON.stringify(one)),
      testContext,
    );
    expect(failed).toEqual([]);
    expect(starts.map((at) => at - (starts[0] ?? 0))).toEqual([0, 500, 1000, 1500, 2000]);
  });

  test('production 5.4: returns to the queue without a try when the time of the function is nearly over', async () => {
    const { failed, report, count } = await runOn([JSON.stringify(mail)], makeTestContext(), 5_000);
    expect(failed).toEqual(['m0']);
    expect(report).not.toHaveBeenCalled();
    expect(count).toHaveBeenCalledWith({ sent: 0, refused: 0, later: 1 });
    expect(mailer.commandCalls(SendEmailCommand)).toEqual([]);
  });
});

/** Runs the trigger on a batch. Waiting takes no time but moves the clock. */
async function runOn(bodies: readonly string[], testContext = makeTestContext(), remaining = 29_000) {
  const attributes = {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: 'x',
    ApproximateFirstReceiveTimestamp: '0',
  };
  const Records = bodies.map((body, index) => ({
    messageId: `m${index}`,
    receiptHandle: 'r',
    body,
    attributes,
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn',
    awsRegion: 'us-east-1',
  }));
  const sleep = async (milliseconds: number) => testContext.pass(milliseconds);
  const scope = { requestId: someId(), remaining: () => remaining, meter: testContext.meter };
  const [report, count] = [jest.fn(), jest.fn()];
  const deps = makeDeps(sendMail.uses, { ...testContext.runtime, sleep }, scope);
  const answer = await sendMail.run({ event: { Records }, deps, report, part: jest.fn(), continues: jest.fn(), count });
  const failed = answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  return { failed, report, count, logs: testContext.logs };
}
