import type { TripAnswers } from './answers';
import { correctedTime } from './attempt';
import type { FinalState, Say } from './final';
import { sideOf } from './places';
import type { Recorded, Stop } from './record';
import { legsOf, nameOf, secondOf, timeOfId } from './track-truth';

/** A position beside a stop. Positions of one moment have no order: the track keeps seconds. */
interface Point {
  readonly item: Recorded;
  readonly moment: number;
  readonly side: ReturnType<typeof sideOf>;
}

const LEG = 1e12;

/**
 * Compares what a stop says of positions: the first one inside, and the last one inside that has a later one outside. All
 * positions are compared with all stops when the trip ends. Before, only some are.
 */
export function compareVisit(final: FinalState, { place }: Stop, stop: TripAnswers['stops'][number], say: Say): void {
  const { state, items } = final;
  const { insideAt, leftAt } = stop;
  if (place === undefined) {
    if (insideAt !== undefined || leftAt !== undefined) say('5: a position was inside a stop that has no place');
    return;
  }
  const pings = (of: readonly Recorded[]) => of.filter(({ sent }) => sent.kind === 'PING');
  const [certain, maybe] = [pings(items.accepted), pings(items.maybe)];
  const points = (of: readonly Recorded[]) => of.map((item) => pointOf(item, final, place));
  const inside = [...points(certain), ...points(maybe)].filter(({ side }) => side === 'INSIDE');
  if (insideAt !== undefined && !isTimeOf(inside, insideAt)) say('5: `insideAt` is the time of no position inside');
  if (leftAt !== undefined && !isTimeOf(inside, leftAt)) say('5: `leftAt` is the time of no position inside');
  const isJudged = state.endedAt !== undefined && (state.status === 'COMPLETADO' || state.status === 'CANCELADO');
  if (!isJudged || isAmbiguous(final, certain) || maybe.length > 0) return;
  compareFirst(points(certain), insideAt, say);
  compareLeft(points(certain), leftAt, say);
}

/** A driver of two legs can have recorded a position in both. Of two positions with one name one stays. */
function isAmbiguous({ state }: FinalState, pings: readonly Recorded[]): boolean {
  const drivers = [...state.legs.map(({ driverId }) => driverId), state.driverId];
  return new Set(drivers).size < drivers.length || new Set(pings.map(nameOf)).size < pings.length;
}

const pointOf = (item: Recorded, { state }: FinalState, place: NonNullable<Stop['place']>): Point => {
  const { lat = 0, lng = 0, speedKmh, accuracyM } = item.sent;
  const measured = { lat, lng, speedKmh: numberOf(speedKmh), accuracyM: numberOf(accuracyM) };
  const [leg = 0] = legsOf(state, item.driverId);
  return { item, moment: leg * LEG + secondOf(timeOfId(item.sent.id)), side: sideOf(measured, place) };
};

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Each attempt has its own estimate of the time. */
const isTimeOf = (points: readonly Point[], at: string): boolean =>
  points.some(({ item: { sent, attempts } }) =>
    attempts.some((one) => secondOf(correctedTime(sent.recordedAt, one)) === secondOf(Date.parse(at))),
  );

function compareFirst(points: readonly Point[], insideAt: string | undefined, say: Say): void {
  const inside = points.filter(({ side }) => side === 'INSIDE');
  const first = Math.min(...inside.map(({ moment }) => moment));
  const isFirst =
    insideAt === undefined
      ? inside.length === 0
      : isTimeOf(
          inside.filter(({ moment }) => moment === first),
          insideAt,
        );
  if (!isFirst) say(`5: \`insideAt\` is not the time of the first position inside`);
}

function compareLeft(points: readonly Point[], leftAt: string | undefined, say: Say): void {
  const inside = points.filter(({ side }) => side === 'INSIDE');
  const lastOutside = Math.max(...points.filter(({ side }) => side === 'OUTSIDE').map(({ moment }) => moment));
  const least = Math.max(...inside.map(({ moment }) => moment).filter((moment) => moment < lastOutside));
  const candidates = inside.filter(({ moment }) => moment >= least && moment <= lastOutside);
  const isLeft = leftAt === undefined ? !Number.isFinite(least) : isTimeOf(candidates, leftAt);
  if (!isLeft) say('5: `leftAt` is not the time of the last position inside before one outside');
}
