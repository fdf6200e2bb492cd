import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { openOutbox } from '../../local/mail/outbox';
import { simpleEmail } from '../../local/mail/simple-email';
import { simpleQueue } from '../../local/mail/simple-queue';
import type { CloudServices, MakeStandIn } from '../../local/stand-in';
import { serveWire } from '../../local/wire';
import { until } from '../support/until';
import { temporaryFolder } from './support/folder';

interface Batch {
  readonly Records: readonly { readonly messageId: string; readonly body: string }[];
}

/** A stand-in with a function of the test. */
async function start(make: MakeStandIn, dataDir: string, run: (batch: Batch) => unknown = () => ({})) {
  const warnings: string[] = [];
  const services: CloudServices = {
    dataDir,
    now: () => new Date('2026-03-02T12:00:00.000Z'),
    outbox: openOutbox(dataDir, () => new Date('2026-03-02T12:00:00.000Z')),
    runTrigger: async (_source, event) => run(JSON.parse(JSON.stringify(event))),
    warn: (line) => warnings.push(line),
  };
  const standIn = await make(services);
  const listener = await serveWire(standIn.answer, services.warn);
  const variables = standIn.environment(listener.endpoint);
  standIn.start?.();
  const stop = async () => {
    await standIn.stop?.();
    await listener.stop();
    services.outbox.close();
  };
  return { variables, endpoint: listener.endpoint, outbox: services.outbox, warnings, stop };
}

describe('the queue', () => {
  const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()];

  test('hands over what was sent, and gives back alone what failed', async () => {
    const handed: string[] = [];
    let isBroken = true;
    const { variables, endpoint, stop } = await start(simpleQueue, folders[0] ?? '', ({ Records }) => {
      handed.push(...Records.map(({ body }) => body));
      const failed = isBroken ? Records.filter(({ body }) => body === 'fails once') : [];
      isBroken = false;
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    const client = new SQSClient({ endpoint });
    const QueueUrl = variables.MAIL_QUEUE_URL;
    const Entries = ['a', 'fails once', 'c'].map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'd' }));
    await until(() => handed.length === 5);
    expect(handed).toEqual(['a', 'fails once', 'c', 'd', 'fails once']);
    client.destroy();
    await stop();
  });

  test('keeps what nobody has taken over a restart', async () => {
    const first = await start(simpleQueue, folders[1] ?? '', () => {
      throw new Error('The function is broken.');
    });
    const client = new SQSClient({ endpoint: first.endpoint });
    await client.send(new SendMessageCommand({ QueueUrl: first.variables.MAIL_QUEUE_URL, MessageBody: 'kept' }));
    client.destroy();
    await first.stop();
    const handed: string[] = [];
    const second = await start(simpleQueue, folders[1] ?? '', ({ Records }) => {
      handed.push(...Records.map(({ body }) => body));
      return {};
    });
    await until(() => handed.length > 0);
    await second.stop();
    expect(handed).toEqual(['kept']);
  });

  test('refuses more than ten messages, and two of one name', async () => {
    const { variables, endpoint, stop } = await start(simpleQueue, folders[2] ?? '');
    const client = new SQSClient({ endpoint });
    const send = (ids: readonly string[]) =>
      client.send(
        new SendMessageBatchCommand({
          QueueUrl: variables.MAIL_QUEUE_URL,
          Entries: ids.map((Id) => ({ Id, MessageBody: 'x' })),
        }),
      );
    const eleven = Array.from({ length: 11 }, (_, index) => String(index));
    await expect(send(eleven)).rejects.toMatchObject({ name: 'TooManyEntriesInBatchRequest' });
    await expect(send(['a', 'a'])).rejects.toMatchObject({ name: 'BatchEntryIdsNotDistinct' });
    client.destroy();
    await stop();
  });
});

const folder = temporaryFolder();

test('mails end in the outbox, newest first, and stay there', async () => {
  const { endpoint, outbox, stop } = await start(simpleEmail, folder);
  const client = new SESv2Client({ endpoint });
  for (const subject of ['first', 'second']) {
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: 'no-reply@flota.local',
        Destination: { ToAddresses: ['Ana@demo.mx'] },
        Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: 'Hola' } } } },
      }),
    );
  }
  const mail = { to: 'Ana@demo.mx', text: 'Hola', sentAt: '2026-03-02T12:00:00.000Z' };
  const expected = [
    { ...mail, subject: 'second' },
    { ...mail, subject: 'first' },
  ];
  expect(outbox.messages('ana@demo.mx')).toEqual(expected);
  expect(outbox.messages('other@demo.mx')).toEqual([]);
  outbox.close();
  expect(openOutbox(folder, () => new Date()).messages()).toEqual(expected);
  client.destroy();
  await stop();
});
