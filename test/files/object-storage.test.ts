import { S3Client } from '@aws-sdk/client-s3';
import { lookAtUpload, presignUpload } from '../../shared/files/uploads';
import { type Capability, capability } from '../../shared/platform/runtime/capability';
import { s3Client } from '../../shared/platform/storage/buckets';
import { hasDocument, presignDocument, putDocument } from '../../shared/platform/storage/documents';
import { makeTestContext, someId } from '../support/engine-runtime';
import { objectStorage } from '../support/storage';

const storage = objectStorage();
const begin = () => {
  const testContext = makeTestContext();
  storage.follow(testContext.now);
  return testContext;
};
const invoice = (key: string, body = '%PDF-1.7 factura') => ({ key, body, contentType: 'application/pdf' });

test('a document is put, found, and read by an address for 900 seconds', async () => {
  const testContext = begin();
  const key = 'invoices/team/factura ñ.pdf';
  expect(await testContext.use(hasDocument)(key)).toBe(false);
  await testContext.use(putDocument)(invoice(key));
  expect(await testContext.use(hasDocument)(key)).toBe(true);
  const address = await testContext.use(presignDocument)(key);
  testContext.pass(899_999);
  const answer = await fetch(address);
  expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['application/pdf', '%PDF-1.7 factura']);
  testContext.pass(1);
  expect((await fetch(address)).status).toBe(403);
  expect(testContext.actions()).toEqual(['HeadObject', 'PutObject', 'HeadObject']);
});

test('putting it again is what is read from then on', async () => {
  const { use } = begin();
  await use(putDocument)(invoice('invoices/again.pdf'));
  await use(putDocument)(invoice('invoices/again.pdf', 'another'));
  expect(await (await fetch(await use(presignDocument)('invoices/again.pdf'))).text()).toBe('another');
});

test('no address is signed without the right to it: who holds it would be refused', async () => {
  const { use } = begin();
  const rightless = <Do>({ make }: Capability<Do>): Do => use(capability({}, make));
  const missing = 'not a declared permission';
  const upload = { teamId: someId(), grantId: someId(), contentType: 'image/png', size: undefined } as const;
  await expect(rightless(presignUpload)(upload)).rejects.toThrow(missing);
  await expect(rightless(presignDocument)('invoices/a.pdf')).rejects.toThrow(missing);
});

test('a refusal is not an absence', async () => {
  const { runtime, use } = begin();
  const credentials = { accessKeyId: 'local', secretAccessKey: 'wrong' };
  runtime.clients.set(s3Client, new S3Client({ credentials }));
  await expect(use(hasDocument)('invoices/nowhere.pdf')).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  const look = use(lookAtUpload)({ bucket: 'documents', key: 'uploads/nowhere' });
  await expect(look).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
});
