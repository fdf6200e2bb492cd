import * as v from 'valibot';
import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as cancelReservation } from '../../functions/box-reservations/cancel-reservation';
import { operation as closeReservation } from '../../functions/box-reservations/close-reservation';
import { operation as createReservation } from '../../functions/box-reservations/create-reservation';
import { operation as getReservation } from '../../functions/box-reservations/get-reservation';
import { operation as listReservations } from '../../functions/box-reservations/list-reservations';
import { operation as updateReservation } from '../../functions/box-reservations/update-reservation';
import { operation as getBox } from '../../functions/boxes/get-box';
import { Reservation } from '../../shared/boxes/reservation';
import { editReservation } from '../../shared/boxes/reservations';
import { accounts, refusal, refused } from '../support/accounts';
import { START, someId } from '../support/engine-runtime';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertBox } from '../support/store-boxes';
import { insertClient } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);

const at = (reservationId: unknown) => ({ path: { reservationId: String(reservationId) } });
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
const DAY = 24 * 60 * 60_000;

async function openYard(given: Parameters<typeof insertBox>[1] = {}) {
  const office = await openOffice(world);
  return { office, box: await insertBox(office.testContext, { teamId: office.teamId, ...given }) };
}

const reserve = (office: Office, boxId: string, body: object = {}) =>
  office.send(createReservation, { body: { boxId, ...body } });

describe('a new reservation', () => {
  it('begins now, at the rate of the box, billable; and takes the box', async () => {
    const { office, box } = await openYard();
    const { status, body } = await reserve(office, box.id);
    const now = office.testContext.now().toISOString();
    expect([status, body]).toEqual([
      201,
      {
        id: body.id,
        teamId: office.teamId,
        boxId: box.id,
        status: 'ACTIVA',
        startAt: now,
        dailyRate: box.dailyRate,
        isBillable: true,
        createdAt: now,
      },
    ]);
    const read = await office.send(getReservation, at(body.id));
    expect([read.status, read.body]).toEqual([200, body]);
    const taken = await office.send(getBox, { path: { boxId: box.id } });
    expect(taken.body).toMatchObject({ status: 'RENTADA', reservationId: body.id });
  });

  it('is as it is sent, a start in the past too', async () => {
    const { office, box } = await openYard();
    const client = await insertClient(office.testContext, { teamId: office.teamId });
    const plan = {
      clientId: client.id,
      startAt: '2026-01-05T08:00:00.000Z',
      expectedEndAt: '2026-04-05T08:00:00.000Z',
      dailyRate: 0,
      isBillable: false,
      notes: 'Renta con grúa',
    };
    const { status, body } = await reserve(office, box.id, plan);
    expect([status, body]).toMatchObject([201, plan]);
  });

  it('of a box that is taken is 409', async () => {
    const { office, box } = await openYard();
    await reserve(office, box.id);
    expect(refusal(await reserve(office, box.id))).toEqual(refused('BOX_NOT_AVAILABLE'));
  });

  it('is one for an Idempotency-Key', async () => {
    const { office, box } = await openYard();
    const request = { body: { boxId: box.id }, headers: { 'idempotency-key': 'k' } };
    const one = await office.send(createReservation, request);
    expect([one.status, await office.send(createReservation, request)]).toEqual([201, one]);
  });

  it.each([
    [{ boxId: undefined }, 'boxId'],
    [{ boxId: someId() }, 'boxId'],
    [{ boxId: 'C-101' }, 'boxId'],
    [{ clientId: someId() }, 'clientId'],
    [{ startAt: '2026-01-05' }, 'startAt'],
    [{ startAt: '2026-01-05T08:00:00.000Z', expectedEndAt: '2026-01-05T07:59:59.999Z' }, 'expectedEndAt'],
    [{ expectedEndAt: iso(START - 1) }, 'expectedEndAt'],
    [{ dailyRate: -1 }, 'dailyRate'],
    [{ dailyRate: 0.001 }, 'dailyRate'],
    [{ isBillable: 'yes' }, 'isBillable'],
    [{ notes: 'x'.repeat(2001) }, 'notes'],
  ])('is refused for %j', async (body, field) => {
    const { office, box } = await openYard();
    expect(refusal(await reserve(office, box.id, body))).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('of a box or client of another team is 400 by its field', async () => {
    const { office, box } = await openYard();
    const foreign = await insertBox(office.testContext);
    expect(refusal(await reserve(office, foreign.id))).toEqual(refused('VALIDATION_FAILED', 'boxId'));
    const client = await insertClient(office.testContext, {});
    const answer = await reserve(office, box.id, { clientId: client.id });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'clientId'));
  });

  it('may be expected to end when it starts', async () => {
    const { office, box } = await openYard();
    expect((await reserve(office, box.id, { expectedEndAt: iso(START) })).status).toBe(201);
  });
});

describe('the reservations of a team', () => {
  it('are found by status and box, the newest first', async () => {
    const { office, box } = await openYard();
    const other = await insertBox(office.testContext, { teamId: office.teamId });
    const ids: unknown[] = [];
    for (const boxId of [box.id, other.id]) ids.push((await reserve(office, boxId)).body.id);
    await office.send(cancelReservation, at(ids[0]));
    ids.push((await reserve(office, box.id)).body.id);
    const [first, second, third] = ids;
    const found = async (query: Record<string, string>) => {
      const pages = await pagesOf(office, listReservations, 'reservations', { ...query, limit: '1' });
      const whole = recordsOf(await office.send(listReservations, { query }), 'reservations');
      expect(pages.flat()).toEqual(whole);
      return whole.map(({ id }) => id);
    };
    expect(await found({})).toEqual([third, second, first]);
    expect(await found({ status: 'ACTIVA' })).toEqual([third, second]);
    expect(await found({ status: 'CANCELADA' })).toEqual([first]);
    expect(await found({ boxId: box.id })).toEqual([third, first]);
    expect(await found({ boxId: box.id, status: 'CERRADA' })).toEqual([]);
  });
});

describe('a close', () => {
  it('without an organization answers 200 without an invoice, and leaves the alert', async () => {
    const { office, box } = await openYard();
    const { body } = await reserve(office, box.id);
    office.testContext.pass(2 * DAY + 1);
    const session = await office.exchange.bearer(office.testContext.now(), office.id);
    const answer = await office.send(closeReservation, { ...at(body.id), headers: session });
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Reservation closed.', reservationId: body.id, billedDays: 3, totalAmount: 2_551.5 },
    ]);
    const query = { type: 'BOX_RENTAL_INVOICE_DRAFT_FAILED' };
    const alerts = recordsOf(await office.send(listAlerts, { query, headers: session }), 'alerts');
    expect(alerts).toMatchObject([{ entityType: 'BOX_RESERVATION', entityId: body.id, status: 'OPEN' }]);
    const freed = await office.send(getBox, { path: { boxId: box.id }, headers: session });
    expect(freed.body).toEqual({ ...box });
  });

  it.each([{ isBillable: false }, { dailyRate: 0 }])(
    'of %j asks for no invoice, and so leaves no alert',
    async (given) => {
      const { office, box } = await openYard();
      const { body } = await reserve(office, box.id, given);
      const answer = await office.send(closeReservation, at(body.id));
      expect([answer.status, answer.body.invoiceId]).toEqual([200, undefined]);
      expect(recordsOf(await office.send(listAlerts), 'alerts')).toEqual([]);
    },
  );

  it('ends now unless another end is sent, whatever end was expected', async () => {
    const { office, box } = await openYard({ dailyRate: 0 });
    const { body } = await reserve(office, box.id, { expectedEndAt: iso(START + 9 * DAY) });
    const answer = await office.send(closeReservation, at(body.id));
    expect([answer.status, answer.body]).toMatchObject([200, { billedDays: 1 }]);
    expect((await office.send(getReservation, at(body.id))).body).toMatchObject({ actualEndAt: iso(START) });
  });

  it.each([
    [iso(START), 1],
    [iso(START + DAY), 1],
    [iso(START + DAY + 1), 2],
    // An end in the future is accepted.
    [iso(START + 400 * DAY), 400],
  ])('at %s bills %i days', async (actualEndAt, billedDays) => {
    const { office, box } = await openYard({ dailyRate: 0 });
    const { body } = await reserve(office, box.id);
    const answer = await office.send(closeReservation, { ...at(body.id), body: { actualEndAt } });
    expect([answer.status, answer.body]).toMatchObject([200, { billedDays, totalAmount: 0 }]);
    const read = await office.send(getReservation, at(body.id));
    expect(read.body).toMatchObject({ status: 'CERRADA', actualEndAt, billedDays, totalAmount: 0 });
  });

  it.each([iso(START - 1), '2026-03-02', 'yesterday', null, 1])(
    'at %j is refused by its field',
    async (actualEndAt) => {
      const { office, box } = await openYard();
      const { body } = await reserve(office, box.id);
      const answer = await office.send(closeReservation, { ...at(body.id), body: { actualEndAt } });
      expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'actualEndAt'));
      expect((await office.send(getReservation, at(body.id))).body).toEqual(body);
    },
  );

  it('of one that begins later asks for its end', async () => {
    const { office, box } = await openYard();
    const { body } = await reserve(office, box.id, { startAt: iso(START + 1) });
    expect(refusal(await office.send(closeReservation, at(body.id)))).toEqual(
      refused('VALIDATION_FAILED', 'actualEndAt'),
    );
  });

  it('of one that is closed or cancelled is 409, of another team’s 404', async () => {
    const { office, box } = await openYard({ dailyRate: 0 });
    const { body } = await reserve(office, box.id);
    await office.send(closeReservation, at(body.id));
    const next = await reserve(office, box.id);
    await office.send(cancelReservation, at(next.body.id));
    for (const { body: ended } of [{ body }, next])
      for (const operation of [closeReservation, cancelReservation])
        expect(refusal(await office.send(operation, at(ended.id)))).toEqual(refused('RESERVATION_NOT_ACTIVE'));
    const { office: other } = await openYard();
    for (const operation of [closeReservation, cancelReservation, getReservation])
      expect(refusal(await other.send(operation, at(body.id)))).toEqual(refused('NOT_FOUND'));
  });
});

describe('a cancellation', () => {
  it('frees the box without billing, and is an administrator’s', async () => {
    const { office, box } = await openYard();
    const { body } = await reserve(office, box.id);
    expect(refusal(await (await office.hire('MEMBER')).send(cancelReservation, at(body.id)))).toEqual(
      refused('FORBIDDEN'),
    );
    const answer = await (await office.hire('ADMIN')).send(cancelReservation, at(body.id));
    expect([answer.status, answer.body]).toEqual([200, { ...body, status: 'CANCELADA' }]);
    expect((await office.send(getBox, { path: { boxId: box.id } })).body).toEqual(box);
    expect((await reserve(office, box.id)).status).toBe(201);
  });
});

describe('desk 1.8: a change of a reservation', () => {
  const EDIT = { notes: 'Sin llantas de refacción', expectedEndAt: '2027-01-01T00:00:00.000Z' };

  it('of notes, client and expected end is any member’s while it is ACTIVA', async () => {
    const { office, box } = await openYard();
    const { id: clientId } = await insertClient(office.testContext, { teamId: office.teamId });
    const { body } = await reserve(office, box.id);
    const member = await office.hire('MEMBER');
    const changed = await member.send(updateReservation, { ...at(body.id), body: { ...EDIT, clientId, dailyRate: 1 } });
    expect([changed.status, changed.body]).toEqual([200, { ...body, ...EDIT, clientId }]);
    expect((await office.send(getReservation, at(body.id))).body).toEqual(changed.body);
    const [, event] = await table.partition(`TEAM#${office.teamId}#BOX_RESERVATION#${body.id}`);
    expect(event).toMatchObject({ action: 'UPDATE', changes: { fields: ['clientId', 'expectedEndAt', 'notes'] } });
  });

  it('is refused by an end before the start, and by a client of another team', async () => {
    const { office, box } = await openYard();
    const { id: foreign } = await insertClient(office.testContext, {});
    const { body } = await reserve(office, box.id, { startAt: '2026-05-01T00:00:00.000Z' });
    const change = async (sent: object) =>
      refusal(await office.send(updateReservation, { ...at(body.id), body: sent }));
    expect(await change({ expectedEndAt: '2026-04-30T23:59:59.999Z' })).toEqual(
      refused('VALIDATION_FAILED', 'expectedEndAt'),
    );
    expect(await change({ clientId: foreign })).toEqual(refused('VALIDATION_FAILED', 'clientId'));
    expect((await office.send(getReservation, at(body.id))).body).toEqual(body);
  });

  it.each([cancelReservation, closeReservation])('is 409 once it has ended', async (end) => {
    const { office, box } = await openYard({ dailyRate: 0 });
    const { body } = await reserve(office, box.id);
    expect((await office.send(end, at(body.id))).status).toBe(200);
    const ended = (await office.send(getReservation, at(body.id))).body;
    const late = await office.send(updateReservation, { ...at(body.id), body: EDIT });
    expect(refusal(late)).toEqual(refused('RESERVATION_NOT_ACTIVE'));
    const stale: Reservation = v.parse(Reservation, body);
    const actor = { id: office.id, teamId: office.teamId };
    await expect(table.testContext().use(editReservation)(actor, stale, EDIT)).rejects.toMatchObject({
      code: 'RESERVATION_NOT_ACTIVE',
    });
    expect((await office.send(getReservation, at(body.id))).body).toEqual(ended);
  });
});
