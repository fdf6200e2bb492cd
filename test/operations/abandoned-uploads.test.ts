import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { operation as createUploadUrl } from '../../functions/files/create-upload-url';
import { operation as registerUpload } from '../../functions/files/register-file';
import { trigger } from '../../functions/triggers/remove-abandoned-uploads';
import { removeAbandonedUploads } from '../../shared/files/abandoned-uploads';
import { versionsOfKey } from '../../shared/files/object-versions';
import { deleteVersion } from '../../shared/files/uploads';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { accounts, refusal, refused } from '../support/account-scene';
import { someId, type TestContext } from '../support/engine-runtime';
import { lambdaContext } from '../support/http-event';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { objectStorage, upload } from '../support/storage';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
/** From the grant until its uploads are looked at: its address is good for 300 seconds, and the last of them has a day. */
const DUE = DAY + 300 * SECOND;
const PDF = 'application/pdf';

async function office(): Promise<Office> {
  const opened = await openOffice(world);
  storage.follow(opened.testContext.now);
  return opened;
}

/** A key that was granted, and what can be done with it. */
async function granted({ send, teamId }: Office, fileName = `${someId()}.pdf`, folder = 'teams-files') {
  const { status, body } = await send(createUploadUrl, { body: { folder, fileName, contentType: PDF } });
  expect(status).toBe(200);
  const key = String(body.key);
  const put = async (text: string) => expect((await upload(body.uploadUrl, text, PDF)).status).toBe(200);
  const register = (fileId = someId()) =>
    send(registerUpload, { body: { entityType: 'papel', entityId: teamId, fileId, key, fileName, contentType: PDF } });
  return { key, put, register };
}

/** As the schedule runs it. */
const sweep = ({ runtime }: TestContext): Promise<unknown> => makeTriggerHandler(trigger, runtime)({}, lambdaContext());

const keptUnder = async (key: string, bucket = 'documents') => {
  const command = new ListObjectVersionsCommand({ Bucket: `fleet-local-${bucket}`, Prefix: key });
  const { Versions = [] } = await new S3Client({ forcePathStyle: true }).send(command);
  return Versions.filter(({ Key }) => Key === key).length;
};

const registeredText = async (answer: ReturnType<Awaited<ReturnType<typeof granted>>['register']>) => {
  const { status, body } = await answer;
  expect(status).toBe(201);
  return (await fetch(String(Object(body.file).url))).text();
};

test('an upload that nobody registered is gone a day later, and not sooner', async () => {
  const opened = await office();
  const { key, put, register } = await granted(opened);
  await put('%PDF-1.7 una');
  await put('%PDF-1.7 otra');
  opened.testContext.pass(DUE - SECOND);
  expect(await sweep(opened.testContext)).toEqual({ checked: 0, removed: 0, failed: 0 });
  expect(await keptUnder(key)).toBe(2);
  opened.testContext.pass(SECOND);
  expect(await sweep(opened.testContext)).toEqual({ checked: 1, removed: 2, failed: 0 });
  expect(await keptUnder(key)).toBe(0);
  expect(refusal(await register())).toEqual(refused('FORBIDDEN', 'key'));
  expect(await sweep(opened.testContext)).toEqual({ checked: 0, removed: 0, failed: 0 });
});

test('a registered file stays, and is shown again where an upload lay over it', async () => {
  const opened = await office();
  const picture = await granted(opened, `${someId()}.pdf`, 'teams');
  await picture.put('%PDF-1.7 registrado');
  expect((await picture.register()).status).toBe(201);
  await picture.put('%PDF-1.7 encima');
  expect(String((await storage.asset(picture.key)).body)).toBe('%PDF-1.7 encima');
  opened.testContext.pass(DUE);
  expect(await sweep(opened.testContext)).toEqual({ checked: 1, removed: 1, failed: 0 });
  expect(String((await storage.asset(picture.key)).body)).toBe('%PDF-1.7 registrado');
});

test('two registered files of one key both stay, the older below the younger', async () => {
  const opened = await office();
  const { key, put, register } = await granted(opened);
  await put('%PDF-1.7 primera');
  const first = someId();
  expect(await registeredText(register(first))).toBe('%PDF-1.7 primera');
  await put('%PDF-1.7 segunda');
  expect(await registeredText(register())).toBe('%PDF-1.7 segunda');
  opened.testContext.pass(DUE);
  expect(await sweep(opened.testContext)).toMatchObject({ removed: 0, failed: 0 });
  expect(await keptUnder(key)).toBe(2);
});

test('what came by a later grant of the same key has its own day', async () => {
  const opened = await office();
  const { key, put } = await granted(opened, 'misma.pdf');
  await put('%PDF-1.7 de ayer');
  opened.testContext.pass(DAY);
  const later = await granted(opened, 'misma.pdf');
  await later.put('%PDF-1.7 de hoy');
  opened.testContext.pass(DUE - DAY);
  expect(await sweep(opened.testContext)).toEqual({ checked: 1, removed: 1, failed: 0 });
  expect(await keptUnder(key)).toBe(1);
  expect(await registeredText(later.register())).toBe('%PDF-1.7 de hoy');
});

test('a key that another begins with is looked at alone', async () => {
  const opened = await office();
  const short = await granted(opened, 'carta');
  await short.put('%PDF-1.7 corta');
  opened.testContext.pass(DAY);
  const long = await granted(opened, 'carta.pdf');
  await long.put('%PDF-1.7 larga');
  expect(await long.register()).toMatchObject({ status: 201 });
  opened.testContext.pass(DUE - DAY);
  expect(await sweep(opened.testContext)).toEqual({ checked: 1, removed: 1, failed: 0 });
  expect([await keptUnder(short.key), await keptUnder(long.key)]).toEqual([0, 1]);
});

describe('of a registration and a run at once', () => {
  /** The key is the team's for good, so that it may still be registered when it is abandoned. */
  async function abandoned() {
    const opened = await office();
    const upload = await granted(opened);
    await upload.put('%PDF-1.7 registrada');
    expect((await upload.register()).status).toBe(201);
    await upload.put('%PDF-1.7 olvidada');
    opened.testContext.pass(DUE);
    const versionsOf = opened.testContext.use(versionsOfKey);
    const discard = opened.testContext.use(deleteVersion);
    return { opened, upload, versionsOf, discard };
  }
  const noReport = (failure: unknown) => {
    throw failure;
  };

  test('the registration wins that comes before the claim', async () => {
    const { opened, upload, versionsOf, discard } = await abandoned();
    let late: number | undefined;
    const thenRegistered = async (place: Parameters<typeof versionsOf>[0]) => {
      const found = await versionsOf(place);
      const meanwhile = async () => {
        late = (await upload.register()).status;
      };
      faulty.push(meanwhile);
      return found;
    };
    const faulty: (() => Promise<void>)[] = [];
    const testContext = table.testContext({
      faults: [{ action: 'TransactWriteItems', times: 1, meanwhile: async () => faulty.pop()?.() }],
    });
    testContext.pass(opened.testContext.now().getTime() - testContext.now().getTime());
    const run = testContext.use(removeAbandonedUploads)({ versionsOf: thenRegistered, discard }, noReport);
    expect([await run, late]).toEqual([{ checked: 1, removed: 0, failed: 0 }, 201]);
    expect(await keptUnder(upload.key)).toBe(2);
  });

  test('the run wins whose claim came first, and the registration is told', async () => {
    const { opened, upload, versionsOf, discard } = await abandoned();
    const answers: unknown[] = [];
    const registeredFirst = async (version: Parameters<typeof discard>[0]) => {
      answers.push(refusal(await upload.register()));
      await discard(version);
    };
    const run = opened.testContext.use(removeAbandonedUploads)({ versionsOf, discard: registeredFirst }, noReport);
    expect(await run).toEqual({ checked: 1, removed: 1, failed: 0 });
    expect(answers).toEqual([refused('VALIDATION_FAILED', 'key')]);
    expect(await keptUnder(upload.key)).toBe(1);
  });

  test('a run that was cut off after its claim is made good by the next', async () => {
    const { opened, upload, versionsOf } = await abandoned();
    const failures: unknown[] = [];
    const failing = async () => {
      throw new Error('S3 is away');
    };
    const run = opened.testContext.use(removeAbandonedUploads)({ versionsOf, discard: failing }, (one) =>
      failures.push(one),
    );
    expect([await run, failures]).toEqual([{ checked: 0, removed: 0, failed: 1 }, [new Error('S3 is away')]]);
    expect(await sweep(opened.testContext)).toEqual({ checked: 1, removed: 1, failed: 0 });
    expect(await keptUnder(upload.key)).toBe(1);
  });
});

test('many that are due are worked off page by page, and nothing due is one request', async () => {
  const opened = await office();
  for (let made = 0; made < 23; made += 1) await (await granted(opened)).put('%PDF-1.7');
  opened.testContext.pass(DUE);
  expect(await sweep(opened.testContext)).toEqual({ checked: 23, removed: 23, failed: 0 });
  const before = opened.testContext.calls.length;
  await sweep(opened.testContext);
  expect(opened.testContext.actions().slice(before)).toEqual(['Query']);
});
