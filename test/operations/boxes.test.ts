import { operation as createBox } from '../../functions/boxes/create-box';
import { operation as deleteBox } from '../../functions/boxes/delete-box';
import { operation as getBox } from '../../functions/boxes/get-box';
import { operation as listBoxes } from '../../functions/boxes/list-boxes';
import { operation as updateBox } from '../../functions/boxes/update-box';
import { operation as updateBoxStatus } from '../../functions/boxes/update-box-status';
import { BOX_STATUSES, boxKey, economicNumberKey } from '../../shared/boxes/box';
import { boxAuditAction } from '../../shared/boxes/box-states';
import { getItem } from '../../shared/platform/table/read';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertBox, reserve } from '../support/store-boxes';

const table = quickTable();
const world = accounts(table);

const stored = ({ testContext, teamId }: Office, id: string) => getItem(testContext.context, boxKey(teamId, id));
const holderOf = ({ testContext, teamId }: Office, number: string) =>
  getItem(testContext.context, economicNumberKey(teamId, number));
const at = ({ id: boxId }: { id: string }) => ({ path: { boxId } });

async function register(office: Office, body: object = {}) {
  const answer = await office.send(createBox, { body: { economicNumber: 'C-101', dailyRate: 850.5, ...body } });
  expect(answer.status).toBe(201);
  const box = await stored(office, String(answer.body.id));
  if (box === undefined) throw new Error('The box was not registered.');
  return { box, answer };
}

describe('a new box', () => {
  it('is DISPONIBLE, and answered as it is read', async () => {
    const office = await openOffice(world, { role: 'ADMIN' });
    const body = { economicNumber: 'C-101', type: 'Caja seca', length: 53, dailyRate: 850.5, notes: 'Piso\nnuevo' };
    const { box, answer } = await register(office, body);
    const { id, teamId } = box;
    expect(answer.body).toEqual({
      id,
      teamId,
      ...body,
      status: 'DISPONIBLE',
      createdAt: office.testContext.now().toISOString(),
    });
    const read = await (await office.hire('MEMBER')).send(getBox, at(box));
    expect([read.status, read.body]).toEqual([200, answer.body]);
  });

  it.each(['C-101', 'c-101', '  C-101 '])('is 409 for the number of another, written %j', async (economicNumber) => {
    const office = await openOffice(world);
    const { box } = await register(office);
    const answer = await office.send(createBox, { body: { economicNumber, dailyRate: 1 } });
    expect(refusal(answer)).toEqual(refused('ECONOMIC_NUMBER_TAKEN', 'economicNumber'));
    expect(await holderOf(office, 'c-101')).toEqual({ boxId: box.id });
    await register(await openOffice(world));
  });

  it('is one for an Idempotency-Key', async () => {
    const office = await openOffice(world);
    const request = { body: { economicNumber: 'C-1', dailyRate: 1 }, headers: { 'idempotency-key': 'k' } };
    const [one, two] = [await office.send(createBox, request), await office.send(createBox, request)];
    expect([one.status, two]).toEqual([201, one]);
  });

  it.each([
    [{ economicNumber: undefined }, 'economicNumber'],
    [{ economicNumber: '' }, 'economicNumber'],
    [{ economicNumber: '  ' }, 'economicNumber'],
    [{ economicNumber: 'x'.repeat(51) }, 'economicNumber'],
    [{ dailyRate: undefined }, 'dailyRate'],
    [{ dailyRate: -0.01 }, 'dailyRate'],
    [{ dailyRate: 1.005 }, 'dailyRate'],
    [{ dailyRate: '850' }, 'dailyRate'],
    [{ dailyRate: 1_000_000_000 }, 'dailyRate'],
    [{ length: -1 }, 'length'],
    [{ length: 1_001 }, 'length'],
    [{ type: 'x'.repeat(101) }, 'type'],
    [{ notes: 'x'.repeat(2001) }, 'notes'],
  ])('is refused for %j', async (body, field) => {
    const { send } = await openOffice(world);
    const answer = await send(createBox, { body: { economicNumber: 'C-1', dailyRate: 1, ...body } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
  });

  it.each([
    { economicNumber: 'x' },
    { economicNumber: 'x'.repeat(50) },
    { dailyRate: 0 },
    { dailyRate: 999_999_999.99 },
    { length: 0 },
    { length: 1_000 },
    { status: 'RENTADA', id: someId(), teamId: someId(), reservationId: someId() },
  ])('is taken at its bounds: %j', async (body) => {
    const { answer } = await register(await openOffice(world), body);
    expect(answer.body).toMatchObject({ status: 'DISPONIBLE' });
    expect(answer.body).not.toHaveProperty('reservationId');
  });

  it('is an administrator’s to register', async () => {
    const { send } = await openOffice(world, { role: 'MEMBER' });
    expect(refusal(await send(createBox, { body: {} }))).toEqual(refused('FORBIDDEN'));
  });
});

describe('the boxes of a team', () => {
  it.each([
    [{}, ['C-4', 'C-3', 'C-2', 'C-1']],
    [{ status: 'DISPONIBLE' }, ['C-4', 'C-1']],
    [{ status: 'RENTADA' }, ['C-2']],
    [{ status: 'INACTIVA' }, []],
  ])('are found by %j, the newest first', async (query, expected) => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    for (const [index, status] of (['DISPONIBLE', 'RENTADA', 'MANTENIMIENTO', 'DISPONIBLE'] as const).entries()) {
      await insertBox(testContext, { teamId, economicNumber: `C-${index + 1}`, status });
    }
    await insertBox(testContext, {});
    const numbers = (found: Record<string, unknown>[]) => found.map(({ economicNumber }) => economicNumber);
    expect(numbers(recordsOf(await office.send(listBoxes, { query }), 'boxes'))).toEqual(expected);
    expect(numbers((await pagesOf(office, listBoxes, 'boxes', { ...query, limit: '1' })).flat())).toEqual(expected);
  });

  it('are not listed by another status', async () => {
    const { send } = await openOffice(world);
    const answer = await send(listBoxes, { query: { status: 'EN_VIAJE' } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'status'));
  });
});

describe('desk 3.1: the search of boxes', () => {
  const NUMBERS = ['C-101', 'Caja 12', 'c 202', 'Ñ-7'];
  it.each([
    [{ sort: 'economicNumber' }, ['c 202', 'C-101', 'Caja 12', 'Ñ-7']],
    [{ sort: 'economicNumber', type: 'REFRIGERADA' }, ['c 202', 'C-101']],
    [{ type: 'refrigeráda', status: 'DISPONIBLE' }, ['c 202', 'C-101']],
    [{ q: 'c101' }, ['C-101']],
    [{ q: 'C-1' }, ['C-101']],
    [{ q: 'c 10' }, ['C-101']],
    [{ q: '12' }, ['Caja 12']],
    [{ q: 'CAJÁ 12' }, ['Caja 12']],
    [{ q: 'caja12' }, ['Caja 12']],
    [{ q: 'c202' }, ['c 202']],
    [{ q: '202' }, ['c 202']],
    [{ q: 'n7' }, ['Ñ-7']],
    [{ q: 'aja' }, []],
    [{ q: 'c101', status: 'RENTADA' }, []],
  ])('finds by %j', async (query, expected) => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    for (const economicNumber of NUMBERS)
      await insertBox(testContext, {
        teamId,
        economicNumber,
        ...(/^c.*\d0\d/i.test(economicNumber) && { type: 'Refrigerada' }),
      });
    const numbers = (found: Record<string, unknown>[]) => found.map(({ economicNumber }) => economicNumber);
    expect(numbers((await pagesOf(office, listBoxes, 'boxes', { ...query, limit: '1' })).flat())).toEqual(expected);
    expect(numbers(recordsOf(await office.send(listBoxes, { query }), 'boxes'))).toEqual(expected);
  });

  it('follows a new number, and a deleted box leaves no word', async () => {
    const office = await openOffice(world);
    const { box } = await register(office);
    await office.send(updateBox, { ...at(box), body: { economicNumber: 'Plana 9' } });
    const found = async (q: string) => recordsOf(await office.send(listBoxes, { query: { q } }), 'boxes').length;
    expect([await found('plana'), await found('9'), await found('c101')]).toEqual([1, 1, 0]);
    await office.send(updateBox, { ...at(box), body: { economicNumber: 'PLANA-12' } });
    for (const q of ['plana 12', 'Plana 1', 'plana12']) expect([q, await found(q)]).toEqual([q, 1]);
    expect([await found('plana 9'), await found('pla na')]).toEqual([0, 0]);
    expect((await office.send(deleteBox, at(box))).status).toBe(200);
    expect(await table.partition(`TEAM#${office.teamId}#WORDS`)).toEqual([]);
  });

  it.each([
    [{ q: 'a b c d e f' }, 'q'],
    [{ sort: 'number' }, 'sort'],
    [{ numero: '7' }, 'numero'],
  ])('desk 3.2: refuses %j', async (query, field) => {
    const { send } = await openOffice(world);
    expect(refusal(await send(listBoxes, { query }))).toEqual(refused('VALIDATION_FAILED', field));
  });
});

describe('a change of a box', () => {
  it('keeps what is absent, and is every member’s', async () => {
    const office = await openOffice(world);
    const { box } = await register(office, { type: 'Caja seca' });
    const answer = await (await office.hire('MEMBER')).send(updateBox, {
      ...at(box),
      body: { dailyRate: 900, length: 40 },
    });
    expect([answer.status, answer.body]).toEqual([200, { ...box, dailyRate: 900, length: 40 }]);
    expect(await stored(office, box.id)).toEqual(answer.body);
  });

  it.each([undefined, {}, { status: 'INACTIVA', id: someId(), reservationId: someId(), teamId: someId() }])(
    'by %j changes nothing',
    async (body) => {
      const office = await openOffice(world);
      const { box } = await register(office);
      const before = await table.everything();
      const answer = await office.send(updateBox, { ...at(box), body });
      expect([answer.status, answer.body]).toEqual([200, box]);
      expect(await table.everything()).toEqual(before);
    },
  );

  it('gives a number back that it no longer has, and is 400 for that of another', async () => {
    const office = await openOffice(world);
    const { box } = await register(office);
    const { box: other } = await register(office, { economicNumber: 'C-102' });
    const taken = await office.send(updateBox, { ...at(other), body: { economicNumber: 'c-101' } });
    expect(refusal(taken)).toEqual(refused('VALIDATION_FAILED', 'economicNumber'));
    expect((await office.send(updateBox, { ...at(box), body: { economicNumber: 'X-9' } })).status).toBe(200);
    expect(await holderOf(office, 'x-9')).toEqual({ boxId: box.id });
    expect((await office.send(updateBox, { ...at(other), body: { economicNumber: 'c-101' } })).status).toBe(200);
    expect(await holderOf(office, 'c-102')).toBeUndefined();
  });

  it('keeps its own number however it is written', async () => {
    const office = await openOffice(world);
    const { box } = await register(office);
    const answer = await office.send(updateBox, { ...at(box), body: { economicNumber: 'c-101' } });
    expect([answer.status, answer.body.economicNumber]).toEqual([200, 'c-101']);
    expect(await holderOf(office, 'c-101')).toEqual({ boxId: box.id });
  });

  it.each([{ economicNumber: null }, { dailyRate: null }])('is refused for %j', async (body) => {
    const office = await openOffice(world);
    const { box } = await register(office);
    const answer = await office.send(updateBox, { ...at(box), body });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', Object.keys(body)[0]));
  });

  it('of another team’s box is 404', async () => {
    const office = await openOffice(world);
    const foreign = await insertBox(office.testContext);
    for (const operation of [updateBox, getBox])
      expect(refusal(await office.send(operation, { ...at(foreign), body: { notes: 'x' } }))).toEqual(
        refused('NOT_FOUND'),
      );
  });
});

describe('the status of a box by hand', () => {
  const pairs = BOX_STATUSES.flatMap((from) => BOX_STATUSES.map((to) => ({ from, to })));

  it.each(pairs)(
    'desk 1.5: $from → $to is as the table says, with its audit entry, and nothing when it is the present one',
    async ({ from, to }) => {
      const office = await openOffice(world, { role: 'MEMBER' });
      const box = await insertBox(office.testContext, { teamId: office.teamId, status: from });
      const answer = await office.send(updateBoxStatus, { ...at(box), body: { status: to } });
      const may = to !== 'RENTADA' && to !== from;
      expect((await stored(office, box.id))?.status).toBe(may ? to : from);
      const events = await table.partition(`TEAM#${office.teamId}#BOX#${box.id}`);
      expect(events.map(({ action, changes }) => [action, changes])).toEqual(
        may ? [[boxAuditAction(from, to), { previousStatus: from, newStatus: to }]] : [],
      );
      if (may || to === from) {
        const message = expect.any(String);
        expect(answer.body).toEqual({ message, boxId: box.id, previousStatus: from, newStatus: to });
      } else {
        expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'status'));
      }
    },
  );

  it('becomes DISPONIBLE only once no reservation holds it, and keeps its reservation meanwhile', async () => {
    const office = await openOffice(world);
    const { id, teamId } = office;
    const { box } = await register(office);
    const { id: reservationId } = await reserve(office.testContext, { id, teamId }, box);
    for (const status of ['MANTENIMIENTO', 'INACTIVA'])
      expect((await office.send(updateBoxStatus, { ...at(box), body: { status } })).status).toBe(200);
    const answer = await office.send(updateBoxStatus, { ...at(box), body: { status: 'DISPONIBLE' } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'status'));
    expect(await stored(office, box.id)).toMatchObject({ status: 'INACTIVA', reservationId });
  });

  it.each([undefined, {}, { status: null }, { status: 'EN_VIAJE' }])('is refused for %j', async (body) => {
    const office = await openOffice(world);
    const box = await insertBox(office.testContext, { teamId: office.teamId });
    const answer = await office.send(updateBoxStatus, { ...at(box), body });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'status'));
  });
});
