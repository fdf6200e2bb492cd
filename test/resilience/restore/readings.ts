import { OPERATIONS } from '../../../functions/catalog';
import { poolAuthOf, teamPlaceOf } from '../../../shared/identity/caller';
import type { Operation } from '../../../shared/operation/define';
import { pathParameters } from '../../../shared/operation/validate';
import { expectStatus, listAt, type Send, textAt, valueAt } from '../../journeys/http';
import { sorted } from '../faults/state';

/** The number of records of a list that are read one by one. */
const RECORDS_OF_A_LIST = 3;
const MOST_TEAMS = 6;

/** True for a list that waits until an entry is settled: it has more entries a moment later. The audit has the same entries at once. */
const isDelayed = ({ output }: Operation): boolean => 'entries' in output.body && 'asOf' in Object(output.body.entries);

/** All reads of one team, except those that answer with a file's address, and those that wait. */
const READS: readonly Operation[] = Object.values(OPERATIONS).filter(
  (operation: Operation) =>
    operation.route.startsWith('GET ') &&
    poolAuthOf(operation.auth)?.pool === 'staff' &&
    teamPlaceOf(operation.auth) &&
    operation.output.status === 200 &&
    !isDelayed(operation),
);

/** True when the read itself writes: the audit names the person who read a driver's health data. */
const isNoted = ({ uses }: Operation): boolean =>
  Object.values(uses).some(({ permissions }) => permissions.table?.some((action) => WRITES.has(action)));

const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/** True when the service limits the number of reads, so that the second one is refused. */
const isLimited = ({ errors }: Operation): boolean => errors.includes('TOO_MANY_REQUESTS');

/** The parameters of a route except the team. */
const others = ({ route }: Operation): string[] => pathParameters(route).filter((name) => name !== 'teamId');

/**
 * Everything that a member can read of the own teams without a trace, sorted: every list with its second page, every report, and some
 * records of each list. DynamoDB does not keep the order of a map's fields.
 */
export const readUnnoted = (send: Send, token: string): Promise<string[]> =>
  readAll(send, token, (one) => !isNoted(one));

/** The reads that write an audit entry. They change the audit that {@link readUnnoted} reads. */
export const readNoted = (send: Send, token: string): Promise<string[]> =>
  readAll(send, token, (one) => isNoted(one) && !isLimited(one));

async function readAll(send: Send, token: string, isWanted: (one: Operation) => boolean): Promise<string[]> {
  const { teams } = await expectStatus(200, send('GET /teams', { token }));
  const found: string[] = [];
  for (const team of listAt({ teams }, 'teams').slice(0, MOST_TEAMS)) {
    const teamId = textAt(team, 'teamId');
    const ask = async (operation: Operation, route: string): Promise<Record<string, unknown>> => {
      const { status, body } = await send(route, { token });
      if (isWanted(operation))
        found.push(`${route} ${status} ${JSON.stringify(sorted(body)).replace(BY_THE_CLOCK, '')}`);
      return body;
    };
    const lists = new Map<string, Record<string, unknown>>();
    // Lists are read in any case: they have the identifiers of the records.
    for (const operation of READS.filter((one) => others(one).length === 0)) {
      const address = addressOf(operation, teamId);
      const list = await ask(operation, address);
      lists.set(operation.route, list);
      const onePage = `${address}${address.includes('?') ? '&' : '?'}limit=1`;
      if ('nextCursor' in list) await askSecondPage((route) => ask(operation, route), onePage);
    }
    for (const operation of READS.filter((one) => others(one).length === 1 && isWanted(one)))
      for (const id of idsIn(lists.get(listRouteOf(operation)))) await ask(operation, addressOf(operation, teamId, id));
  }
  return found;
}

/** The cursors are part of the compared answers, and so are the records of the second page. */
async function askSecondPage(
  ask: (route: string) => Promise<Record<string, unknown>>,
  firstPage: string,
): Promise<void> {
  const { nextCursor } = await ask(firstPage);
  if (typeof nextCursor === 'string') await ask(`${firstPage}&cursor=${nextCursor}`);
}

/** Values in an answer that depend on the time of the request. */
const BY_THE_CLOCK = /"(?:ageSeconds|url|resultUrl|daysLeft)":(?:"[^"]*"|-?\d+),?/g;

/** The list to which a record's route belongs: `/teams/{teamId}/trips` for `/teams/{teamId}/trips/{tripId}/timeline`. */
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
