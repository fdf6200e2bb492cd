import type { RequestListener } from 'node:http';
import { type Listener, serve } from '../../local/wire';
import { providerKey } from '../../shared/stamping/organization/provider-keys';
import * as documents from '../../shared/stamping/provider/documents';
import type { Outcome, ProviderDocument } from '../../shared/stamping/provider/port';
import { type StampingSdk, stampingSdk } from '../../shared/stamping/provider/sdk';
import { ENVIRONMENT, makeTestContext, someId } from '../support/engine-runtime';
import { documentBody, stampingBench } from '../support/stamping';
import { willingSdk } from '../support/stamping-sdk';

const bench = stampingBench();

async function create(given: Readonly<Record<string, unknown>> = {}, externalId = someId()) {
  const key = await bench.issuer();
  const outcome = await bench.testContext().use(documents.createDocument)(key, documentBody(externalId, given));
  return { key, externalId, outcome };
}

const done = <T>(outcome: Outcome<T>): T => {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.value;
};

describe('the provider’s stand-in over HTTP', () => {
  test('a create is stamped, found, read, asked about, downloaded and cancelled', async () => {
    const { key, externalId, outcome } = await create({ series: 'A' });
    const document = done(outcome);
    expect(document).toEqual({
      id: expect.any(String),
      status: 'valid',
      cancellationStatus: 'none',
      externalId,
      folio: '1',
      series: 'A',
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      total: 112_000,
      verificationUrl: expect.stringMatching(
        /^https:\/\/verificacfdi\.facturaelectronica\.sat\.gob\.mx\/default\.aspx\?id=/,
      ),
      cartaPorteUrl: undefined,
      livemode: false,
      createdAt: '2026-03-02T15:00:00.000Z',
      stampedAt: '2026-03-02T15:00:00.000Z',
      failure: undefined,
    } satisfies ProviderDocument);
    const testContext = bench.testContext();
    expect(await testContext.use(documents.findDocuments)(key, externalId)).toEqual([document]);
    expect(await testContext.use(documents.readDocument)(key, document.id)).toEqual(document);
    expect(done(await testContext.use(documents.askAuthority)(key, document.id))).toEqual(document);
    const pdf = Buffer.from(await testContext.use(documents.downloadDocument)(key, document.id, 'pdf')).toString(
      'latin1',
    );
    expect(pdf).toMatch(/^%PDF-1\.4[\s\S]*SIN VALIDEZ FISCAL/);
    const xml = Buffer.from(await testContext.use(documents.downloadDocument)(key, document.id, 'xml')).toString(
      'utf8',
    );
    expect(xml).toContain('Leyenda="SIN VALIDEZ FISCAL"');
    const cancelled = done(await testContext.use(documents.cancelDocument)(key, document.id, '02', undefined));
    expect(cancelled).toMatchObject({ status: 'canceled', cancellationStatus: 'accepted' });
    expect((await bench.documents(externalId))[0]).toMatchObject({ total: 1120, status: 'canceled' });
  });

  test.each([
    ['pdf', '%PDF-1.4\n1 0 obj'],
    ['xml', '<?xml version="1.0"?><cfdi:Comprobante Total="1'],
  ] as const)('a %s that was cut off on its way is asked for again, and never taken', async (format, cut) => {
    const sdk = willingSdk();
    let asked = 0;
    const download = async () => {
      asked += 1;
      return new Blob([cut]);
    };
    const invoices = { ...sdk.invoices, downloadPdf: download, downloadXml: download };
    const testContext = makeTestContext({ clients: new Map([[stampingSdk, () => ({ ...sdk, invoices })]]) });
    const key = providerKey('sk_test_0123456789abcdef', false);
    await expect(testContext.use(documents.downloadDocument)(key, 'document-1', format)).rejects.toMatchObject({
      code: 'PROVIDER_ERROR',
    });
    expect(asked).toBe(4);
  });

  test('nothing is found where there is nothing, and nothing of other keys', async () => {
    const { outcome, externalId } = await create();
    const stranger = await bench.issuer();
    const testContext = bench.testContext();
    expect(await testContext.use(documents.findDocuments)(stranger, externalId)).toEqual([]);
    expect(await testContext.use(documents.readDocument)(stranger, done(outcome).id)).toBeUndefined();
  });

  test('a draft is updated, stamped by its id, and not twice', async () => {
    const { key, outcome, externalId } = await create({ status: 'draft', customer: undefined });
    const draft = done(outcome);
    expect(draft).toMatchObject({ status: 'draft', folio: undefined, stampedAt: undefined });
    const testContext = bench.testContext();
    expect(await testContext.use(documents.stampDraft)(key, draft.id)).toMatchObject({
      kind: 'refused',
      code: 'validation_error',
    });
    const body = documentBody(externalId);
    expect(done(await testContext.use(documents.updateDraft)(key, draft.id, body))).toMatchObject({ id: draft.id });
    expect(done(await testContext.use(documents.stampDraft)(key, draft.id))).toMatchObject({
      id: draft.id,
      status: 'valid',
    });
    expect(await testContext.use(documents.stampDraft)(key, draft.id)).toMatchObject({ kind: 'unknown' });
    expect(await testContext.use(documents.updateDraft)(key, draft.id, body)).toMatchObject({ kind: 'unknown' });
  });

  test('only a draft is removed; what was stamped is kept, and stays valid', async () => {
    const { key, outcome } = await create({ status: 'draft' });
    const { id } = done(outcome);
    const testContext = bench.testContext();
    expect(await testContext.use(documents.removeDraft)(key, id)).toEqual({ kind: 'removed' });
    expect(await testContext.use(documents.removeDraft)(key, id)).toEqual({ kind: 'absent' });
    const stamped = await create();
    const kept = await testContext.use(documents.removeDraft)(stamped.key, done(stamped.outcome).id);
    expect(kept).toMatchObject({ kind: 'kept', document: { status: 'valid' } });
    expect(testContext.actions()).toEqual([
      'RetrieveInvoice',
      'DeleteDraftInvoice',
      'RetrieveInvoice',
      'RetrieveInvoice',
    ]);
    expect((await bench.documents(stamped.externalId))[0]).toMatchObject({ status: 'valid' });
  });

  test('a removal whose answer is lost is told by what is left', async () => {
    const { key, outcome } = await create({ status: 'draft' });
    bench.served().standIn.faults.add({ fault: 'LOSE_ANSWER', actions: ['DeleteDraftInvoice'] });
    expect(await bench.testContext().use(documents.removeDraft)(key, done(outcome).id)).toEqual({ kind: 'removed' });
    const other = await create({ status: 'draft' });
    bench.served().standIn.faults.add({ fault: 'CUT', actions: ['DeleteDraftInvoice'] });
    const removal = bench.testContext().use(documents.removeDraft)(other.key, done(other.outcome).id);
    await expect(removal).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
  });

  test.each([
    ['a draft that stays is not replaced', true],
    ['a draft that is gone is', false],
  ] as const)('a removal whose answer is no document is told by what is left: %s', async (_, stays) => {
    const sdk = willingSdk();
    let isLeft = true;
    const invoices: StampingSdk['invoices'] = {
      ...sdk.invoices,
      retrieve: async (id) => {
        if (isLeft) return { id, status: 'draft' };
        throw Object.assign(new Error('404'), { name: 'FacturapiError', status: 404, code: 'not_found' });
      },
      cancel: async () => {
        isLeft = stays;
        return { pages: 'of a proxy, which are no document' };
      },
    };
    const testContext = makeTestContext({ clients: new Map([[stampingSdk, () => ({ ...sdk, invoices })]]) });
    const key = providerKey('sk_test_0123456789abcdef', false);
    const removal = testContext
      .use(documents.removeDraft)(key, 'document-1')
      .catch((failure: unknown) => failure);
    expect(await removal).toMatchObject(stays ? { code: 'PROVIDER_ERROR' } : { kind: 'removed' });
  });

  test('a 202 is a document that is pending, and becomes what the provider makes of it', async () => {
    bench.served().standIn.faults.add({ fault: 'PENDING' });
    const { key, outcome } = await create();
    const { id, status } = done(outcome);
    expect(status).toBe('pending');
    expect(await bench.testContext().use(documents.stampDraft)(key, id)).toMatchObject({ kind: 'unknown' });
    bench.pass(599_000);
    expect(await bench.testContext().use(documents.readDocument)(key, id)).toMatchObject({ status: 'pending' });
    bench.pass(1_000);
    expect(await bench.testContext().use(documents.readDocument)(key, id)).toMatchObject({
      status: 'valid',
      folio: '1',
    });
  });

  test('a document that failed says what the provider says of it', async () => {
    bench.served().standIn.faults.add({ fault: 'PENDING', seconds: 0, outcome: 'failed' });
    const { key, outcome } = await create();
    const document = await bench.testContext().use(documents.readDocument)(key, done(outcome).id);
    expect(document).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('CFDI40147'),
      stampedAt: undefined,
    });
  });

  test.each([
    ['accepted', 'canceled'],
    ['rejected', 'valid'],
    ['expired', 'valid'],
  ] as const)('a cancellation that is asked for and %s ends %s', async (outcome, status) => {
    const { key, outcome: created } = await create();
    const { id } = done(created);
    bench.served().standIn.faults.add({ fault: 'PENDING', actions: ['CancelInvoice'], seconds: 60, outcome });
    const asked = done(await bench.testContext().use(documents.cancelDocument)(key, id, '02', undefined));
    expect(asked).toMatchObject({ status: 'valid', cancellationStatus: 'pending' });
    bench.pass(60_000);
    const settled = done(await bench.testContext().use(documents.askAuthority)(key, id));
    expect(settled).toMatchObject({ status, cancellationStatus: outcome });
  });

  test('one idempotency key twice may be done: the second decides nothing', async () => {
    const { key, externalId } = await create();
    const again = await bench.testContext().use(documents.createDocument)(key, documentBody(externalId));
    expect(again.kind).toBe('unknown');
    expect(await bench.documents(externalId)).toHaveLength(1);
  });

  test.each([
    ['no customer', { customer: undefined }],
    ['no RFC', { customer: { legal_name: 'ACME', tax_system: '601', address: { zip: '64000' } } }],
    ['no items', { items: [] }],
    ['PPD with a real form', { payment_form: '03' }],
    [
      'a price that may hold the tax',
      { items: [{ product: { description: 'Flete', product_key: '78101802', price: 1 } }] },
    ],
    ['a Carta Porte in a draft', { status: 'draft', complements: [{ type: 'carta_porte', data: {} }] }],
    ['an IdCCP of another shape', { complements: [{ type: 'carta_porte', data: { IdCCP: someId() } }] }],
  ])('%s is refused', async (_, given) => {
    const { outcome, externalId } = await create(given);
    expect(outcome).toMatchObject({ kind: 'refused', code: expect.any(String), message: expect.any(String) });
    expect(await bench.documents(externalId)).toEqual([]);
  });
});

describe('a fault at the provider', () => {
  test.each([
    ['REFUSE', 'refused', 0],
    ['RATE_LIMIT', 'refused', 0],
    ['HTML', 'unknown', 0],
    ['CUT', 'unknown', 0],
    ['LOSE_ANSWER', 'unknown', 1],
    ['PENDING', 'done', 1],
  ] as const)('%s of a create is %s, leaves %i document, and is sent once', async (fault, kind, left) => {
    bench.served().standIn.faults.add({ fault });
    const key = await bench.issuer();
    const externalId = someId();
    const testContext = bench.testContext();
    const outcome = await testContext.use(documents.createDocument)(key, documentBody(externalId));
    expect(outcome.kind).toBe(kind);
    expect(await bench.documents(externalId)).toHaveLength(left);
    expect([testContext.actions(), testContext.pauses]).toEqual([['CreateInvoice'], []]);
  });

  // Long timeouts, because the calls before the timeout must complete on a busy machine too.
  test.each([
    ['TIME_OUT_BEFORE', 600],
    ['TIME_OUT_AFTER', 2_000],
  ] as const)('%s ends unknown inside the function’s own time', async (fault, milliseconds) => {
    bench.served().standIn.faults.add({ fault });
    const key = await bench.issuer();
    const externalId = someId();
    const testContext = bench.testContext({ remaining: () => milliseconds });
    const outcome = await testContext.use(documents.createDocument)(key, documentBody(externalId));
    expect(outcome.kind).toBe('unknown');
    expect(await bench.documents(externalId)).toHaveLength(fault === 'TIME_OUT_AFTER' ? 1 : 0);
  });

  test('a refusal tells the code and the words of the SAT', async () => {
    bench.served().standIn.faults.add({ fault: 'REFUSE', code: 'CFDI40158' });
    const { outcome } = await create();
    expect(outcome).toEqual({
      kind: 'refused',
      code: 'sat_error',
      message: 'The document was refused. CFDI40158: El campo no cumple con la regla del SAT.',
    });
  });

  test.each(['HTML', 'CUT', 'RATE_LIMIT'] as const)('a read that meets %s is sent again', async (fault) => {
    const { key, externalId } = await create();
    bench.served().standIn.faults.add({ fault, times: 3, actions: ['ListInvoices'] });
    const testContext = bench.testContext();
    expect(await testContext.use(documents.findDocuments)(key, externalId)).toHaveLength(1);
    expect([testContext.actions().length, testContext.pauses.length]).toEqual([4, 3]);
    if (fault === 'RATE_LIMIT') expect(Math.min(...testContext.pauses)).toBeGreaterThanOrEqual(1000);
  });

  test('a read is given up after four times, and when the time is up', async () => {
    const { key, externalId } = await create();
    bench.served().standIn.faults.add({ fault: 'HTML', times: 8, actions: ['ListInvoices'] });
    const patient = bench.testContext();
    await expect(patient.use(documents.findDocuments)(key, externalId)).rejects.toMatchObject({
      code: 'PROVIDER_ERROR',
    });
    expect(patient.actions()).toHaveLength(4);
    const hurried = bench.testContext({ remaining: () => 2_000 });
    await expect(hurried.use(documents.findDocuments)(key, externalId)).rejects.toMatchObject({
      code: 'PROVIDER_ERROR',
    });
    expect(hurried.actions()).toHaveLength(1);
  });

  test('a key that is not valid is a refusal at once', async () => {
    const testContext = bench.testContext();
    const key = providerKey('sk_test_nobody', false);
    expect(await testContext.use(documents.createDocument)(key, documentBody(someId()))).toMatchObject({
      kind: 'refused',
    });
    await expect(testContext.use(documents.findDocuments)(key, someId())).rejects.toMatchObject({
      code: 'PROVIDER_ERROR',
    });
    expect(testContext.actions()).toEqual(['CreateInvoice', 'ListInvoices']);
  });
});

describe('whatever answers a create', () => {
  let listener: Listener | undefined;
  let answer: RequestListener = () => undefined;
  let requests = 0;
  beforeAll(async () => {
    listener = await serve((request, response) => {
      requests += 1;
      request.resume().on('end', () => answer(request, response));
    }, 0);
  });
  afterAll(() => listener?.stop());

  async function outcomeOf(given: RequestListener, remaining = 29_000): Promise<Outcome<ProviderDocument>> {
    answer = given;
    requests = 0;
    const environment = { ...ENVIRONMENT, STAMPING_PROVIDER_URL: `${listener?.endpoint}/v2` };
    const testContext = makeTestContext({ environment, remaining: () => remaining });
    const outcome = await testContext.use(documents.createDocument)(
      providerKey('sk_test_planted', false),
      documentBody(someId()),
    );
    expect(requests).toBe(1);
    return outcome;
  }

  const json =
    (status: number, body: unknown, type = 'application/json'): RequestListener =>
    (_, response) =>
      response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));

  const withCode = (status: number) => ({ ok: false, message: 'No.', status, code: 'some_code', errors: [] });

  test.each([400, 401, 402, 403, 422, 429])('%i with a code of its own is a definite no', async (status) => {
    expect(await outcomeOf(json(status, withCode(status)))).toEqual({
      kind: 'refused',
      code: 'some_code',
      message: 'No.',
    });
  });

  test('so is a code of the SAT alone', async () => {
    const body = { message: 'No.', status: 400, errors: [{ code: 'CFDI40103', message: 'Falta.', source: 'sat' }] };
    expect(await outcomeOf(json(400, body))).toEqual({
      kind: 'refused',
      code: 'CFDI40103',
      message: 'No. CFDI40103: Falta.',
    });
  });

  test.each([404, 408, 409, 410, 500, 502, 503, 504])('%i with a code is unknown', async (status) => {
    expect(await outcomeOf(json(status, withCode(status)))).toMatchObject({ kind: 'unknown' });
  });

  test.each([400, 401, 403, 422, 429, 502])('a page of %i is unknown', async (status) => {
    expect(await outcomeOf(json(status, '<html>No.</html>', 'text/html'))).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    ['400 without a code', json(400, { message: 'No.', status: 400 })],
    ['400 with broken JSON', json(400, '{"code":')],
    ['200 with a page', json(200, '<html></html>', 'text/html')],
    ['200 with broken JSON', json(200, '{"id":')],
    ['200 without an id', json(200, { status: 'valid' })],
    ['200 with null', json(200, 'null')],
    ['200 with an empty body', json(200, '', 'application/json')],
    ['a key that is in use', json(400, { ...withCode(400), code: 'idempotency_key_in_use' })],
    ['a stamp in progress', json(400, { ...withCode(400), code: 'stamping_in_progress' })],
    ['a stamp before', json(422, { ...withCode(422), code: 'invoice_already_stamped' })],
    [
      'the SAT’s stamp before',
      json(400, { ...withCode(400), errors: [{ code: '307', message: 'Previo.', source: 'pac' }] }),
    ],
    ['a connection that breaks', (_: unknown, response: { destroy: () => void }) => response.destroy()],
    [
      'a body that breaks',
      ((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 50 }).write('{"id":"1",');
        setTimeout(() => response.destroy(), 20);
      }) as RequestListener,
    ],
  ] as [string, RequestListener][])('%s is unknown', async (_, given) => {
    expect(await outcomeOf(given)).toMatchObject({ kind: 'unknown', cause: expect.any(Error) });
  });

  test('no answer is unknown when the time is up', async () => {
    expect(await outcomeOf(() => undefined, 600)).toMatchObject({ kind: 'unknown' });
  });

  test('nobody there is unknown', async () => {
    const environment = { ...ENVIRONMENT, STAMPING_PROVIDER_URL: 'http://127.0.0.1:9/v2' };
    const testContext = makeTestContext({ environment });
    const outcome = await testContext.use(documents.createDocument)(
      providerKey('sk_test_planted', false),
      documentBody(someId()),
    );
    expect(outcome.kind).toBe('unknown');
  });

  test.each(['valid', 'pending', 'draft', 'failed', 'canceled'])('200 that says %s is done', async (status) => {
    expect(await outcomeOf(json(200, { id: 'd', status }))).toMatchObject({ kind: 'done', value: { id: 'd', status } });
  });

  test('a status that nobody knows is done and unknown', async () => {
    const body = { id: 'd', status: 'stamping', cancellation_status: 'thinking', folio_number: 7 };
    expect(await outcomeOf(json(200, body))).toMatchObject({
      kind: 'done',
      value: { status: 'unknown', cancellationStatus: 'unknown', folio: '7' },
    });
  });

  test('what the provider quotes of a key is not told again', async () => {
    const outcome = await outcomeOf(json(401, { ...withCode(401), message: 'No key sk_test_planted.' }));
    expect(outcome).toEqual({ kind: 'refused', code: 'some_code', message: 'No key sk_….' });
    const failed = await outcomeOf(json(500, { ...withCode(500), message: 'sk_test_planted' }));
    expect(JSON.stringify(Object.entries(failed)) + String(Object(failed).cause?.stack)).not.toContain('planted');
  });

  test('without an address it is a fault of ours, and nothing leaves', async () => {
    const testContext = makeTestContext({ environment: {} });
    const call = testContext.use(documents.createDocument)(
      providerKey('sk_test_planted', false),
      documentBody(someId()),
    );
    await expect(call).rejects.toThrow('STAMPING_PROVIDER_URL');
    expect(testContext.calls).toEqual([]);
  });
});
