import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { OBJECTS_FOLDER } from '../../local/s3/objects';
import { capability } from '../../shared/platform/runtime/capability';
import { s3Client } from '../../shared/platform/storage/buckets';
import { presign } from '../../shared/platform/storage/presign';
import { ENVIRONMENT, makeTestContext } from '../support/engine-runtime';
import { objectStorage, upload } from '../support/storage';

const storage = objectStorage();
const Bucket = ENVIRONMENT.DOCUMENTS_BUCKET_NAME;
const Assets = ENVIRONMENT.ASSETS_BUCKET_NAME;
const PDF = 'application/pdf';
const client = (): S3Client => s3Client();
const put = (Key: string, Body = 'one', bucket = Bucket) =>
  client().send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType: PDF }));
const get = (input: Omit<GetObjectCommand['input'], 'Bucket'>) =>
  client().send(new GetObjectCommand({ Bucket, ...input }));
const textOf = async ({ Body }: { Body?: { transformToString: () => Promise<string> } | undefined }) =>
  Body?.transformToString();

/** A presigned address, made at the storage's start time. */
function signed(command: PutObjectCommand | GetObjectCommand, seconds = 300) {
  const testContext = makeTestContext();
  storage.follow(testContext.now);
  const action = command instanceof PutObjectCommand ? 'PutObject' : 'GetObject';
  const signing = capability({ documentsObjects: [action] }, (context) =>
    presign(context, { resource: 'documentsObjects', action }, command, seconds),
  );
  return { testContext, address: testContext.use(signing) };
}
const signedPut = (Key: string) => signed(new PutObjectCommand({ Bucket, Key, ContentType: PDF }));
const refusalIn = async (answer: Response) => [answer.status, /<Code>(\w+)</.exec(await answer.text())?.[1]];

describe('by the SDK', () => {
  test.each(['plain.pdf', "hard ñ+&=%2F(1)!*'~/a b.pdf"])(
    'what is put under %s is got, with its type and version',
    async (Key) => {
      const { VersionId } = await put(Key, 'first');
      const answer = await get({ Key });
      expect([answer.ContentType, answer.VersionId, await textOf(answer)]).toEqual([PDF, VersionId, 'first']);
    },
  );

  test('every version stays readable, and the newest is the one that is meant', async () => {
    const first = await put('versions', 'first');
    await put('versions', 'second');
    expect(await textOf(await get({ Key: 'versions' }))).toBe('second');
    expect(await textOf(await get({ Key: 'versions', VersionId: first.VersionId }))).toBe('first');
  });

  test('a range answers its part and the whole size; past the end none', async () => {
    await put('range', '0123456789');
    const part = await get({ Key: 'range', Range: 'bytes=0-3' });
    expect([part.ContentRange, await textOf(part)]).toEqual(['bytes 0-3/10', '0123']);
    expect((await get({ Key: 'range', Range: 'bytes=8-99' })).ContentRange).toBe('bytes 8-9/10');
    await upload(await signedPut('empty').address, '', PDF);
    await expect(get({ Key: 'empty', Range: 'bytes=0-3' })).rejects.toMatchObject({ name: 'InvalidRange' });
  });

  test('a version that is deleted is gone from disk, and the one before it is the newest again', async () => {
    const bodies = () => readdirSync(join(storage.dataDir, OBJECTS_FOLDER)).length;
    await put('deleted', 'first');
    const before = bodies();
    const { VersionId } = await put('deleted', 'second');
    const remove = () => client().send(new DeleteObjectCommand({ Bucket, Key: 'deleted', VersionId }));
    await remove();
    await remove();
    expect([await textOf(await get({ Key: 'deleted' })), bodies()]).toEqual(['first', before]);
  });

  test('a deletion without a version hides the object', async () => {
    const { VersionId } = await put('hidden');
    await client().send(new DeleteObjectCommand({ Bucket, Key: 'hidden' }));
    await expect(get({ Key: 'hidden' })).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(await textOf(await get({ Key: 'hidden', VersionId }))).toBe('one');
  });

  test('a body that is not the signed one is refused', async () => {
    const swapping = client();
    swapping.middlewareStack.add(
      (next) => (args) => next({ ...args, request: Object.assign(Object(args.request), { body: 'two' }) }),
      { name: 'swap', step: 'finalizeRequest', priority: 'low' },
    );
    const sent = swapping.send(new PutObjectCommand({ Bucket, Key: 'swapped', Body: 'one' }));
    await expect(sent).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
  });

  test('what is not there is told apart: key, version, bucket', async () => {
    await expect(get({ Key: 'nowhere' })).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(get({ Key: 'nowhere', VersionId: 'x' })).rejects.toMatchObject({ name: 'NoSuchVersion' });
    await expect(put('x', 'x', 'other-bucket')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    const head = client().send(new HeadObjectCommand({ Bucket, Key: 'nowhere' }));
    await expect(head).rejects.toMatchObject({ name: 'NotFound' });
  });
});

describe('by a presigned address', () => {
  test('a file is uploaded, and read, as often as one likes within the time', async () => {
    const { address, testContext } = signedPut('signed/ñ (1).pdf');
    expect((await upload(await address, 'first', PDF)).status).toBe(200);
    testContext.pass(299_999);
    expect((await upload(await address, 'second', PDF)).status).toBe(200);
    const read = signed(new GetObjectCommand({ Bucket, Key: 'signed/ñ (1).pdf' }), 900);
    const answer = await fetch(await read.address);
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([PDF, 'second']);
  });

  test.each([
    ['another type', (address: string) => upload(address, 'x', 'text/html')],
    ['no type', (address: string) => fetch(address, { method: 'PUT', body: Buffer.from('x') })],
    ['another key', (address: string) => upload(address.replace('bound', 'other'), 'x', PDF)],
    ['another bucket', (address: string) => upload(address.replace(`${Bucket}`, `${Assets}`), 'x', PDF)],
    ['another method', (address: string) => fetch(address)],
    ['a longer time', (address: string) => upload(address.replace('Expires=300', 'Expires=900'), 'x', PDF)],
    ['one parameter more', (address: string) => upload(`${address}&versionId=x`, 'x', PDF)],
  ])('it is refused with %s', async (_, send) => {
    const { address } = signedPut('bound');
    expect(await refusalIn(await send(await address))).toEqual([403, 'SignatureDoesNotMatch']);
  });

  test.each([[300_000], [-900_001]])('it is refused %d ms from its making', async (milliseconds) => {
    const { address, testContext } = signedPut('late');
    const made = await address;
    testContext.pass(milliseconds);
    expect(await refusalIn(await upload(made, 'x', PDF))).toEqual([403, 'AccessDenied']);
  });

  test('headers of S3 that were not signed are refused', async () => {
    const { address } = signedPut('headers');
    const headers = { 'content-type': PDF, 'x-amz-acl': 'public-read' };
    const answer = await fetch(await address, { method: 'PUT', body: Buffer.from('x'), headers });
    expect(await refusalIn(answer)).toEqual([403, 'AccessDenied']);
  });
});

describe('unsigned', () => {
  const address = (bucket: string | undefined, key: string) => `${storage.endpoint()}/${bucket}/${key}`;

  test('nothing is read here; the gateway shows assets, with nothing that lets a page run in them', async () => {
    await put('logo ñ', 'picture', Assets);
    expect(await storage.asset('logo ñ')).toMatchObject({
      status: 200,
      headers: {
        'content-type': PDF,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.any(String),
      },
      body: Buffer.from('picture'),
    });
    for (const bucket of [Assets, Bucket]) {
      expect(await refusalIn(await fetch(address(bucket, 'logo')))).toEqual([403, 'AccessDenied']);
    }
    await put('paper');
    for (const key of ['paper', 'nowhere']) expect((await storage.asset(key)).status).toBe(403);
  });

  test.each(['PUT', 'DELETE'])('%s is refused in both buckets', async (method) => {
    for (const bucket of [Assets, Bucket]) {
      expect(await refusalIn(await fetch(address(bucket, 'x'), { method }))).toEqual([403, 'AccessDenied']);
    }
  });

  test('credentials of somebody else are refused', async () => {
    const made = await signedPut('foreign').address;
    const answer = await upload(made.replace('Credential=local', 'Credential=other'), 'x', PDF);
    expect(await refusalIn(answer)).toEqual([403, 'InvalidAccessKeyId']);
  });
});

describe('a browser of another origin', () => {
  const ask = (origin: string, headers = 'content-type', method = 'PUT') =>
    fetch(`${storage.endpoint()}/${Bucket}/x`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': headers,
      },
    });

  test('may upload and read from a front end of this machine', async () => {
    const answer = await ask('http://localhost:5173');
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:5173']);
    const { address } = signedPut('origin');
    const sent = await fetch(await address, {
      method: 'PUT',
      body: Buffer.from('x'),
      headers: { 'content-type': PDF, origin: 'http://localhost:5173' },
    });
    expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:5173']);
  });

  test('may read at a signed address from every page: after a redirect a browser says Origin: null', async () => {
    const { address } = signedPut('read');
    await fetch(await address, { method: 'PUT', body: Buffer.from('x'), headers: { 'content-type': PDF } });
    const { address: readAddress } = signed(new GetObjectCommand({ Bucket, Key: 'read' }));
    const read = await fetch(await readAddress, { headers: { origin: 'null' } });
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(read.headers.get('access-control-allow-credentials')).toBeNull();
    const sent = await fetch(await address, {
      method: 'PUT',
      body: Buffer.from('x'),
      headers: { 'content-type': PDF, origin: 'null' },
    });
    expect(sent.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('may not from elsewhere, nor with other methods or headers', async () => {
    for (const asked of [
      ask('https://evil.example'),
      ask('http://localhost:5173', 'content-type', 'DELETE'),
      ask('http://localhost:5173', 'content-type,x-amz-acl'),
    ])
      expect((await asked).status).toBe(403);
  });
});

describe('a copy', () => {
  const MARKED = { CacheControl: 'max-age=9', ContentDisposition: 'attachment', ContentType: 'text/csv' };
  const copyOf = (CopySource: string, input: Partial<CopyObjectCommand['input']> = {}) =>
    client().send(new CopyObjectCommand({ Bucket: Assets, Key: 'copied ñ', CopySource, ...input }));
  const copied = () => client().send(new GetObjectCommand({ Bucket: Assets, Key: 'copied ñ' }));

  test('doors 5: is of the version that it names, with the headers of the request', async () => {
    const { VersionId, ETag } = await put('waiting ñ+1', 'first');
    await put('waiting ñ+1', 'second');
    const source = `${Bucket}/waiting%20%C3%B1%2B1?versionId=${VersionId}`;
    const replacing = { MetadataDirective: 'REPLACE', TaggingDirective: 'REPLACE', CopySourceIfMatch: ETag } as const;
    const answer = await copyOf(source, { ...replacing, ...MARKED });
    const found = await copied();
    expect([found.VersionId, await textOf(found)]).toEqual([answer.VersionId, 'first']);
    expect(found).toMatchObject(MARKED);
    expect([answer.CopySourceVersionId, answer.CopyObjectResult?.ETag]).toEqual([VersionId, ETag]);
  });

  test('doors 5: keeps the headers of the source without the directive REPLACE', async () => {
    await put('plain', 'plain');
    await copyOf(`/${Bucket}/plain`, { MetadataDirective: 'COPY', ...MARKED });
    const found = await copied();
    expect([found.ContentType, found.CacheControl, found.ContentDisposition]).toEqual([PDF, undefined, undefined]);
  });

  test.each([
    ['another entity tag', 'source?versionId=V', { CopySourceIfMatch: '"other"' }, 'PreconditionFailed'],
    ['an unknown version', 'source?versionId=x', {}, 'NoSuchVersion'],
    ['an unknown key', 'nowhere', {}, 'NoSuchKey'],
    ['an unknown directive', 'source', { MetadataDirective: 'OTHER' as 'COPY' }, 'InvalidArgument'],
  ])('doors 5: with %s is refused', async (_, source, input, name) => {
    const { VersionId } = await put('source');
    const sent = copyOf(`${Bucket}/${source.replace('=V', `=${VersionId}`)}`, input);
    await expect(sent).rejects.toMatchObject({ name });
  });
});

test('doors 5: an upload keeps its headers, and answers them to every reader', async () => {
  await client().send(
    new PutObjectCommand({ Bucket: Assets, Key: 'kept headers', Body: 'x', CacheControl: 'no-cache' }),
  );
  expect((await storage.asset('kept headers')).headers).toMatchObject({ 'cache-control': 'no-cache' });
});

test('doors 5: a signed length is checked, and a request without one is refused', async () => {
  const { address } = signed(new PutObjectCommand({ Bucket, Key: 'length', ContentType: PDF, ContentLength: 3 }));
  const made = await address;
  expect(new URL(made).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
  for (const body of ['12', '1234']) {
    expect(await refusalIn(await upload(made, body, PDF))).toEqual([403, 'SignatureDoesNotMatch']);
  }
  const body = new ReadableStream({
    start: (stream) => {
      stream.enqueue(Buffer.from('123'));
      stream.close();
    },
  });
  const chunked = { method: 'PUT', body, duplex: 'half', headers: { 'content-type': PDF } } as const;
  expect(await refusalIn(await fetch(made, chunked))).toEqual([403, 'SignatureDoesNotMatch']);
  expect((await upload(made, '123', PDF)).status).toBe(200);
});

test('doors 5: uploads expire after a day with all versions, and nothing else does', async () => {
  const testContext = makeTestContext();
  storage.follow(testContext.now);
  for (const Key of ['uploads/a/b', 'uploads/a/b', 'files/a', 'uploads']) await put(Key);
  await put('uploads/a', 'one', Assets);
  testContext.pass(24 * 60 * 60_000 - 1);
  expect(await textOf(await get({ Key: 'uploads/a/b' }))).toBe('one');
  testContext.pass(1);
  await expect(get({ Key: 'uploads/a/b' })).rejects.toMatchObject({ name: 'NoSuchKey' });
  for (const Key of ['files/a', 'uploads']) expect(await textOf(await get({ Key }))).toBe('one');
  expect((await storage.asset('uploads/a')).status).toBe(200);
});

test('what was acknowledged is there after a kill, and what a kill cut off is swept', async () => {
  await put('kept', 'kept');
  const torn = join(storage.dataDir, OBJECTS_FOLDER, `${'0'.repeat(32)}.new`);
  writeFileSync(torn, 'half');
  await storage.restart();
  expect(await textOf(await get({ Key: 'kept' }))).toBe('kept');
  expect(readdirSync(join(storage.dataDir, OBJECTS_FOLDER))).not.toContain(`${'0'.repeat(32)}.new`);
});
