import { poolAuthOf } from '../../../shared/identity/caller';
import type { Operation } from '../../../shared/operation/define';
import { bearer } from '../../every-operation/unauthenticated';
import { someId } from '../../support/engine-runtime';
import { identifierAt, identifierPlaces, type Parts, type Place, requestOf, withValue } from '../attack/requests';
import type { Answered } from '../attack/world';
import type { Ground } from './cells';

/** One place at which an identifier of the other team was sent. */
export interface Tried {
  readonly place: string;
  readonly failure: string | undefined;
}

/** Sends the other team's identifier, and an unknown one, at every place of the operation that takes an identifier. */
export async function tryPlaces(operation: Operation, ground: Ground): Promise<Tried[]> {
  const { world, mine, other } = ground;
  const pool = poolAuthOf(operation.auth)?.pool;
  if (pool === undefined) return [];
  const claims =
    pool === 'staff'
      ? { sub: mine.owner }
      : { sub: mine.subs.assigned, 'custom:teamId': mine.identifiers.teamId, 'custom:driverId': mine.drivers.assigned };
  const headers = bearer(await world.tokenOf(pool, claims));
  const request = withoutExternalId(requestOf(operation, mine.identifiers));
  const send = (parts: Parts): Promise<Answered> => world.send(operation, { ...parts, headers });
  const tried: Tried[] = [];
  // The only place at which the contract answers an unknown team differently from another team.
  const isTold = (place: Place) => 'tellsUnknownTeam' in Object(operation.auth) && String(place) === 'path,teamId';
  for (const place of identifierPlaces(request).filter((one) => !isTold(one))) {
    const foreign = identifierAt(operation, place, other.identifiers) ?? other.identifiers.clientId ?? '';
    const unknown = someId();
    const asked = await send(withValue(request, place, foreign));
    const expected = await send(withValue(request, place, unknown));
    tried.push({
      place: `${operation.id} ${place.join('.')}`,
      failure: differenceOf(asked, expected, foreign, unknown),
    });
  }
  return tried;
}

/** Two records cannot have one key of another system, so that the second of two equal requests would be refused. */
function withoutExternalId({ body, ...others }: Parts): Parts {
  const { externalId: _, ...rest } = body ?? {};
  return { ...others, body: body && rest };
}

/** The difference between the answers for the other team's identifier and an unknown one, if any. */
function differenceOf(asked: Answered, expected: Answered, foreign: string, unknown: string): string | undefined {
  const told = [asked.status, withoutNews(asked.text, foreign)];
  const wanted = [expected.status, withoutNews(expected.text, unknown)];
  return String(told) === String(wanted) ? undefined : `answers ${told}, and for an unknown one ${wanted}`;
}

/**
 * Removes values that are new in every answer: identifiers, instants, signatures, codes. Removes the sent identifier too, which a success
 * may repeat.
 */
const withoutNews = (text: string, sent: string): string =>
  text
    .replaceAll(sent, '')
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    .replace(/X-Amz-[^"]*/g, '');
