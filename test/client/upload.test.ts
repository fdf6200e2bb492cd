import { MAXIMUM_FILE_BYTES } from '../../client/src/index';
import { fleetAt, json, service, TEAM } from './support/service';

const file = {
  teamId: TEAM,
  folder: 'drivers-files',
  entityType: 'DRIVER',
  entityId: TEAM,
  fileName: 'licencia.pdf',
  contentType: 'application/pdf',
} as const;

/** A service that grants each upload and registers it. */
const granting = () =>
  service(({ route }) => {
    if (route.endsWith('upload-url')) return json(200, { uploadUrl: 'http://storage.test/k', key: 'k', publicUrl: '' });
    return route.startsWith('PUT') ? new Response() : json(201, { file: { fileId: 'id-2' } });
  });

/** The part of XMLHttpRequest that the client uses. Tells half of the bytes, and then does what the test says. */
class Sender {
  static end: 'load' | 'error' | 'never' = 'load';
  static readonly sent: unknown[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly status = 200;
  readonly responseText = '';
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  open(...given: unknown[]) {
    Sender.sent.push(...given);
  }
  setRequestHeader(...given: unknown[]) {
    Sender.sent.push(...given);
  }
  send(content: string) {
    this.upload.onprogress?.({ loaded: content.length / 2, total: content.length });
    if (Sender.end === 'load') this.onload();
    if (Sender.end === 'error') this.onerror();
  }
  abort() {
    this.onabort();
  }
}

describe('an upload', () => {
  test.each([
    ['over 25 MB', { size: MAXIMUM_FILE_BYTES + 1 }],
    ['empty', { size: 0 }],
  ])('desk 6.4: a file that is %s is refused before anything is sent', async (_, { size }) => {
    const { fetch, sent } = granting();
    const refused = fleetAt(fetch).fleet.upload({ ...file, content: new Uint8Array(size) });
    await expect(refused).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'size',
      errors: [{ field: 'size' }],
    });
    expect(sent).toEqual([]);
  });

  test('a stream, which the storage would not take, is refused before anything is sent', async () => {
    const { fetch, sent } = granting();
    // @ts-expect-error: the types take no stream
    const refused = fleetAt(fetch).fleet.upload({ ...file, content: new ReadableStream() });
    await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'size' });
    expect(sent).toEqual([]);
  });

  test('the size of a text is that of the bytes that leave, also of half a pair', async () => {
    const { fetch, sent } = granting();
    await fleetAt(fetch).fleet.upload({ ...file, content: 'ñ🚚\ud83d' });
    const size: unknown = JSON.parse(sent[0]?.body ?? '').size;
    expect(size).toBe(new TextEncoder().encode(sent[1]?.body).length);
  });

  test('desk 6.4: the largest file is sent', async () => {
    const { fetch, sent } = granting();
    await fleetAt(fetch).fleet.upload({ ...file, content: new Uint8Array(MAXIMUM_FILE_BYTES) });
    expect(sent).toHaveLength(3);
  });

  test('desk 6.4: without XMLHttpRequest the progress is told at the start and at the end', async () => {
    const told: unknown[] = [];
    const { fleet } = fleetAt(granting().fetch);
    await fleet.upload({ ...file, content: '%PDF', onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([
      { sent: 0, total: 4 },
      { sent: 4, total: 4 },
    ]);
  });

  test('desk 6.4: ends by the caller’s signal', async () => {
    const { fetch, sent } = granting();
    const ended = fleetAt(fetch).fleet.upload({ ...file, content: '%PDF', signal: AbortSignal.abort() });
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent.filter(({ route }) => route.startsWith('PUT'))).toEqual([]);
  });
});

describe('an upload where there is XMLHttpRequest', () => {
  beforeEach(() => {
    Sender.end = 'load';
    Sender.sent.length = 0;
    Reflect.set(globalThis, 'XMLHttpRequest', Sender);
  });
  afterEach(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'));

  test('desk 6.4: tells the progress while the bytes leave, with the signed type', async () => {
    const told: number[] = [];
    const { fetch, sent } = granting();
    await fleetAt(fetch).fleet.upload({ ...file, content: '%PDF', onProgress: (progress) => told.push(progress.sent) });
    expect(told).toEqual([0, 2, 4]);
    expect(Sender.sent).toEqual(['PUT', 'http://storage.test/k', 'content-type', 'application/pdf']);
    expect(sent.map(({ route }) => route.slice(0, 4))).toEqual(['POST', 'POST']);
  });

  test('desk 6.4: names the address of a storage that does not answer', async () => {
    Sender.end = 'error';
    const failed = fleetAt(granting().fetch).fleet.upload({ ...file, content: '%PDF', onProgress: () => {} });
    await expect(failed).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('http://storage.test'),
    });
  });

  test('desk 6.4: ends by the caller’s signal while the bytes leave', async () => {
    Sender.end = 'never';
    const ending = new AbortController();
    const { fetch, sent } = granting();
    const onProgress = ({ sent: bytes }: { sent: number }) => bytes > 0 && queueMicrotask(() => ending.abort());
    const ended = fleetAt(fetch).fleet.upload({ ...file, content: '%PDF', signal: ending.signal, onProgress });
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent).toHaveLength(1);
  });
});
