import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as emailInvoice } from '../../functions/invoices/email-invoice';
import { clientKey } from '../../shared/clients/client';
import { teamDayCountKey } from '../../shared/platform/table/quota';
import { put, unexpectedConflict, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { type Office, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';

const { bench, befall, openWithInvoice, stamp } = stampingOffices(quickTable());

const TO = ['pagos@cliente.example', 'conta@cliente.example'];
const mail = ({ send }: Pick<Office, 'send'>, id: string, body: object = {}) =>
  send(emailInvoice, { path: { id }, body });

async function stamped() {
  const { office, id } = await openWithInvoice();
  const { body } = await stamp(office, id);
  const sent = () =>
    bench
      .served()
      .standIn.state.mails.filter(({ invoice }) => invoice === body.providerId)
      .map(({ to }) => to);
  return { office, id, sent, clientId: String(body.clientId) };
}

const setEmail = ({ testContext, teamId }: Office, clientId: string, email: string | undefined) =>
  transact(testContext.context, [
    update(
      clientKey(teamId, clientId),
      email === undefined ? { remove: ['email'] } : { set: { email } },
      {},
      unexpectedConflict('A client of the test'),
    ),
  ]);

describe('tax 6.5: the mail of an invoice', () => {
  test('goes to the addresses that are sent, and is audited without them', async () => {
    const { office, id, sent } = await stamped();
    expect(await mail(office, id, { to: TO })).toMatchObject({ status: 200, body: { message: 'Sent.', to: TO } });
    expect(sent()).toEqual([TO]);
    const entries = recordsOf(await office.send(listAudit, { query: { entityId: id } }), 'entries');
    expect(entries).toContainEqual(expect.objectContaining({ action: 'EMAIL', changes: { recipients: 2 } }));
    expect(JSON.stringify(entries)).not.toContain('@cliente.example');
  });

  test('goes to the client by default; without an address it is 400 by its field', async () => {
    const { office, id, clientId, sent } = await stamped();
    await setEmail(office, clientId, 'cuentas@cliente.example');
    expect(await mail(office, id)).toMatchObject({ status: 200, body: { to: ['cuentas@cliente.example'] } });
    expect(sent()).toEqual([['cuentas@cliente.example']]);
    await setEmail(office, clientId, undefined);
    expect(await mail(office, id)).toMatchObject({ status: 400, body: { field: 'to' } });
    expect(sent()).toHaveLength(1);
  });

  test.each([
    ['to', { to: [] }],
    ['to', { to: Array.from({ length: 11 }, (_, n) => `a${n}@b.example`) }],
    ['to[1]', { to: ['a@b.example', 'no address'] }],
    ['cc', { cc: 'a@b.example' }],
  ])('is refused by %s', async (field, body) => {
    const { office, id, sent } = await stamped();
    expect(await mail(office, id, body)).toMatchObject({ status: 400, body: { field } });
    expect(sent()).toEqual([]);
  });

  test('of an invoice without a document is 409; a member may not', async () => {
    const { office, id } = await openWithInvoice();
    expect(await mail(office, id, { to: TO })).toMatchObject({
      status: 409,
      body: { error: 'INVOICE_WITHOUT_DOCUMENT' },
    });
    expect((await mail(await office.hire('MEMBER'), id, { to: TO })).status).toBe(403);
  });

  test.each(['HTML', 'LOSE_ANSWER', 'RATE_LIMIT'] as const)('that meets %s is 502 and not audited', async (fault) => {
    const { office, id } = await stamped();
    befall({ fault, actions: ['SendInvoiceByEmail'] });
    expect((await mail(office, id, { to: TO })).status).toBe(502);
    const entries = recordsOf(await office.send(listAudit, { query: { entityId: id } }), 'entries');
    expect(entries.filter(({ action }) => action === 'EMAIL')).toEqual([]);
  });

  test('is limited to 200 a day for the team', async () => {
    const { office, id, sent } = await stamped();
    const { testContext, teamId } = office;
    const countKey = teamDayCountKey(teamId, 'INVOICE_MAIL', testContext.now().toISOString().slice(0, 10));
    const used = { used: 199, expires: Math.floor(testContext.now().getTime() / 1000) + 1000 };
    await transact(testContext.context, [put(countKey, used, {}, unexpectedConflict('A counter of the test'))]);
    expect((await mail(office, id, { to: TO })).status).toBe(200);
    const answer = await mail(office, id, { to: TO });
    expect(answer).toMatchObject({ status: 429, body: { error: 'TOO_MANY_REQUESTS' } });
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(sent()).toHaveLength(1);
  });
});
