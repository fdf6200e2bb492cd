import { OPERATIONS } from '../../../functions/catalog';
import { poolAuthOf, teamPlaceOf } from '../../../shared/identity/caller';
import type { Operation } from '../../../shared/operation/define';
import { pathParameters } from '../../../shared/operation/validate';
import { expectStatus, listAt, type Send, textAt, valueAt } from '../../journeys/http';
import { sorted } from '../faults/state';

/** Of a list so many records are read one by one. */
const RECORDS_OF_A_LIST = 3;
const MOST_TEAMS = 6;

/** Reads of one team, those that answer with an address of a file aside. */
const READS: readonly Operation[] = Object.values(OPERATIONS).filter(
  ({ route, auth, output }: Operation) =>
    route.startsWith('GET ') && poolAuthOf(auth)?.pool === 'staff' && teamPlaceOf(auth) && output.status === 200,
);

/** The parameters of a route beside the team. */
const others = ({ route }: Operation): string[] => pathParameters(route).filter((name) => name !== 'teamId');

/**
 * Everything that a member is shown of the own teams: every list with its second page, report, and some of the records of each list, in one order. DynamoDB keeps
 * no order of the members of a map.
 */
export async function readAll(send: Send, token: string): Promise<string[]> {
  const { teams } = await expectStatus(200, send('GET /teams', { token }));
  const found: string[] = [];
  for (const team of listAt({ teams }, 'teams').slice(0, MOST_TEAMS)) {
    const teamId = textAt(team, 'teamId');
    const ask = async (route: string): Promise<Record<string, unknown>> => {
      const { status, body } = await send(route, { token });
      found.push(`${route} ${status} ${JSON.stringify(sorted(body)).replace(BY_THE_CLOCK, '')}`);
      return body;
    };
    const lists = new Map<string, Record<string, unknown>>();
    for (const operation of READS.filter((one) => others(one).length === 0)) {
      const address = addressOf(operation, teamId);
      const list = await ask(address);
      lists.set(operation.route, list);
      if ('nextCursor' in list) await askSecondPage(ask, `${address}${address.includes('?') ? '&' : '?'}limit=1`);
    }
    for (const operation of READS.filter((one) => others(one).length === 1))
      for (const id of idsIn(lists.get(listRouteOf(operation)))) await ask(addressOf(operation, teamId, id));
  }
  return found;
}

/** Where a list goes on is in the answers that are compared, and so are the records that come there. */
async function askSecondPage(
  ask: (route: string) => Promise<Record<string, unknown>>,
  firstPage: string,
): Promise<void> {
  const { nextCursor } = await ask(firstPage);
  if (typeof nextCursor === 'string') await ask(`${firstPage}&cursor=${nextCursor}`);
}

/** What an answer says of the time at which it was asked for. */
const BY_THE_CLOCK = /"(?:ageSeconds|url|daysLeft)":(?:"[^"]*"|-?\d+),?/g;

/** The list that a record's route goes on from: `/teams/{teamId}/trips` of `/teams/{teamId}/trips/{tripId}/timeline`. */
const listRouteOf = ({ route }: Operation): string => route.replace(/\/\{(?!teamId\})\w+\}.*$/, '');

const idsIn = (body: Record<string, unknown> | undefined): string[] =>
  Object.values(body ?? {})
    .filter(Array.isArray)
    .flatMap((records) => records.slice(0, RECORDS_OF_A_LIST))
    .flatMap((record) => valueAt(record, 'id') ?? [])
    .map(String);

function addressOf({ route, auth }: Operation, teamId: string, id = ''): string {
  const address = route.replace('{teamId}', teamId).replace(/\{\w+\}/, id);
  return teamPlaceOf(auth) === 'query.teamId' ? `${address}?teamId=${teamId}` : address;
}
