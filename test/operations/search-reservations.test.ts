import { operation as createReservation } from '../../functions/box-reservations/create-reservation';
import { operation as listReservations } from '../../functions/box-reservations/list-reservations';
import { operation as updateReservation } from '../../functions/box-reservations/update-reservation';
import { operation as createBox } from '../../functions/boxes/create-box';
import { operation as updateBox } from '../../functions/boxes/update-box';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as updateClient } from '../../functions/clients/update-client';
import { listedSteps, type Reservation, reservationIndexes, reservationKey } from '../../shared/boxes/reservation';
import { put } from '../../shared/platform/table/steps';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { followList, layItems } from '../support/list-units';
import { type Office, openOffice, pagesOf } from '../support/office';
import { quickTable } from '../support/quick-table';

/** Reservations are searched by the words of box and client. */

const table = quickTable();
const world = accounts(table);

const make = async (office: Office, operation: typeof createBox | typeof createClient, body: object) => {
  const answer = await office.send(operation, { body });
  expect(answer.status).toBe(201);
  return String(answer.body.id);
};
const boxOf = (office: Office, economicNumber: string) => make(office, createBox, { economicNumber, dailyRate: 100 });
const clientOf = (office: Office, name: string, more: object = {}) => make(office, createClient, { name, ...more });
const reserve = async (office: Office, boxId: string, startAt: string, clientId?: string) => {
  const answer = await office.send(createReservation, { body: { boxId, startAt, ...(clientId && { clientId }) } });
  expect(answer.status).toBe(201);
  return String(answer.body.id);
};

const search = async (office: Office, q: string, more: Readonly<Record<string, string>> = {}) => {
  const ids = async (limit: string) =>
    (await pagesOf(office, listReservations, 'reservations', { q, limit, ...more })).flat().map(({ id }) => id);
  const found = await ids('50');
  expect(await ids('1')).toEqual(found);
  return found;
};

async function openYard() {
  const office = await openOffice(world);
  const [north, south] = [await boxOf(office, 'CS-101 Norte'), await boxOf(office, 'CS-102 Sur')];
  const elizondo = await clientOf(office, 'Fletes Elizondo SA de CV', { rfc: 'FEL010203AB1', phone: '81 1234 5678' });
  const nortena = await clientOf(office, 'Norteña Norte de México 7');
  const [early, late] = [
    await reserve(office, north, '2026-03-01T12:00:00Z', elizondo),
    await reserve(office, south, '2026-03-09T12:00:00Z', nortena),
  ];
  return { office, north, south, elizondo, nortena, early, late };
}

describe('desk 3.1: reservations', () => {
  let yard: Awaited<ReturnType<typeof openYard>>;
  beforeAll(async () => {
    yard = await openYard();
  });

  it.each([
    ['cs-101', ['early']],
    ['CS', ['early', 'late']],
    ['sur', ['late']],
    ['elizondo', ['early']],
    ['ELIZ', ['early']],
    ['fel0102', ['early']],
    ['8112345678', ['early']],
    ['81 1234 5678', ['early']],
    ['CS 101', ['early']],
    ['7 no', ['late']],
    ['norteña', ['late']],
    // A word of a box and of a client: first those of the box, each once.
    ['norte', ['early', 'late']],
    ['norte elizondo', ['early']],
    ['sur norte', ['late']],
    ['fletes sur', []],
    ['elizondo cs-102', []],
    ['lizondo', []],
    ['de', []],
    ['sa f', ['early']],
  ])('are searched by box and client: %p', async (q, expected) => {
    const { office, early, late } = yard;
    expect(await search(office, q)).toEqual(expected.map((name) => (name === 'early' ? early : late)));
  });

  it('are found beside each filter, and none of another team', async () => {
    const { office, north, elizondo, early, late } = yard;
    expect(await search(office, 'cs', { boxId: north })).toEqual([early]);
    expect(await search(office, 'cs', { clientId: elizondo, status: 'ACTIVA' })).toEqual([early]);
    expect(await search(office, 'cs', { status: 'CERRADA' })).toEqual([]);
    expect(await search(office, 'cs', { from: '2026-03-05' })).toEqual([late]);
    expect(await search(office, 'norte', { to: '2026-03-05' })).toEqual([early]);
    expect(await search(await openOffice(world), 'cs')).toEqual([]);
  });

  it.each([
    [{ q: 'cs', sort: 'startAt' }, 'sort'],
    [{ q: 'uno dos tres cuatro' }, 'q'],
    [{ q: '---' }, 'q'],
    [{ Q: 'cs' }, 'Q'],
  ])('desk 3.2: %j is refused', async (query, field) => {
    expect(refusal(await yard.office.send(listReservations, { query }))).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('desk 3.2: the cursor of another search is refused', async () => {
    const { body } = await yard.office.send(listReservations, { query: { q: 'cs', limit: '1' } });
    const query = { q: 'norte', limit: '1', cursor: String(body.nextCursor) };
    expect(refusal(await yard.office.send(listReservations, { query }))).toEqual(
      refused('VALIDATION_FAILED', 'cursor'),
    );
  });
});

it('desk 3.1: reservations are found by the new words of box and client, and by those of another client', async () => {
  const { office, north, elizondo, nortena, early, late } = await openYard();
  await office.send(updateBox, { path: { boxId: north }, body: { economicNumber: 'PLANA-7' } });
  await office.send(updateClient, { path: { id: elizondo }, body: { name: 'Transportes Garza-Leal' } });
  expect([await search(office, 'cs-101'), await search(office, 'elizondo')]).toEqual([[], []]);
  expect([await search(office, 'plana'), await search(office, 'leal plana')]).toEqual([[early], [early]]);
  expect(await search(office, 'plana 7')).toEqual([early]);
  const changed = await office.send(updateReservation, { path: { reservationId: early }, body: { clientId: nortena } });
  expect(changed.status).toBe(200);
  expect([await search(office, 'garza'), await search(office, 'norteña')]).toEqual([[], [late, early]]);
});

it('desk 3.4: a search of reservations stays within 8 RRU a call and answers each once', async () => {
  const office = await openOffice(world);
  const boxes = [await boxOf(office, 'Caja Norte 1'), await boxOf(office, 'Caja Sur 2')];
  const clients = [await clientOf(office, 'Caja Popular Oriente'), await clientOf(office, 'Fletes Poniente')];
  const at = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
  const count = 200;
  await layItems(
    office,
    (number) => {
      const reservation: Reservation = {
        ...{ id: someId(), teamId: office.teamId, isBillable: true, dailyRate: 850, status: 'CERRADA' },
        ...{ createdAt: at(number), startAt: at(number), boxId: String(boxes[number % 2]) },
        clientId: String(clients[number % 2]),
      };
      const indexes = reservationIndexes(reservation);
      const key = reservationKey(office.teamId, reservation.id);
      return [put(key, reservation, {}, () => new Error('exists'), indexes), ...listedSteps(reservation)];
    },
    count,
  );
  const found = async (q: string, more: Readonly<Record<string, string>> = {}) =>
    (await followList(office, { list: listReservations, plural: 'reservations', query: { q, ...more } })).count;
  expect(await found('caja')).toBe(count);
  expect(await found('norte')).toBe(count / 2);
  expect(await found('poniente')).toBe(count / 2);
  expect(await found('caja poniente')).toBe(count / 2);
  // Two words that each half of the reservations show, and none both.
  expect(await found('norte poniente')).toBe(0);
  expect(await found('norte', { clientId: String(clients[1]) })).toBe(0);
});
