import { type DrivenLeg, isPlausible } from '../routes/route-speeds';
import { waysOf } from './own-speeds';
import type { StopRegisters, StoredStop } from './stop';

/** What a trip shows of the time between its stops. */
interface DrivenLegs {
  readonly legs: readonly DrivenLeg[];
  /** The last arrival of a leg. Absent without one. */
  readonly at: string | undefined;
}

type Registers = Partial<StopRegisters>;

/** Positions say more exactly than taps when the truck came and went. */
const cameAt = ({ inside, arrived }: Registers): string | undefined => inside?.at ?? arrived?.at;
const wentAt = ({ left, departed }: Registers): string | undefined => left?.at ?? departed?.at;

/** The office or the driver says that the truck was not there, or the place is no longer the one at which it was. */
const isDoubtful = ({ isMoved }: StoredStop, { skipped, correction }: Registers): boolean =>
  isMoved === true || skipped !== undefined || correction !== undefined;

/**
 * The ways that a trip drove from a stop to the next one of its plan, from the departure to the arrival. A way does not count when it took no time or an
 * implausible one, when the truck was at another stop meanwhile, or when one of its two stops was skipped, corrected or moved, or has no place.
 */
export function drivenLegs(planned: readonly StoredStop[], registers: readonly StopRegisters[]): DrivenLegs {
  const known = new Map<string, Registers>(registers.map((one) => [one.stopId, one]));
  const driven = waysOf(planned).flatMap(({ from, to }) => {
    const [before, after] = [known.get(from.id) ?? {}, known.get(to.id) ?? {}];
    const [departure, arrival] = [wentAt(before), cameAt(after)];
    if (departure === undefined || arrival === undefined) return [];
    if (isDoubtful(from, before) || isDoubtful(to, after)) return [];
    const others = registers.filter(({ stopId }) => stopId !== from.id && stopId !== to.id);
    if (others.some((other) => isBetween(other, departure, arrival))) return [];
    const leg = { from, to, seconds: (Date.parse(arrival) - Date.parse(departure)) / 1000 };
    return isPlausible(leg) ? [{ leg, arrival }] : [];
  });
  return {
    legs: driven.map(({ leg }) => leg),
    at: driven
      .map(({ arrival }) => arrival)
      .sort()
      .at(-1),
  };
}

/** Whether the truck was at a stop between two instants. */
const isBetween = ({ inside, left, arrived, departed }: Registers, from: string, to: string): boolean =>
  [inside, left, arrived, departed].some((moment) => moment !== undefined && moment.at > from && moment.at < to);
