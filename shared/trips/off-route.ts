import { metresToPath } from '../platform/values/path';
import type { AllowedLine } from './recent-line';

/** A position, as far as the distance from the line depends on it. */
export interface Placed {
  readonly lat: number;
  readonly lng: number;
  readonly accuracyM?: number | undefined;
}

/** So many positions in a row are no error of the receiver. */
const FAR_POSITIONS = 3;

/** What the position item knows of the distance from the line. */
interface OffRoute {
  /** The latest positions in a row that were too far. They are counted until the alert. */
  readonly far: number;
  /** The alert of a truck that is off its route. */
  readonly alertId: string | undefined;
}

/** What positions change: the alert is raised or resolved, or the number of far positions is another one. */
export type OffRouteChange =
  | { readonly kind: 'RAISE'; readonly metres: number }
  | { readonly kind: 'RESOLVE'; readonly far: number }
  | { readonly kind: 'COUNT'; readonly far: number };

/**
 * Compares positions with the line, in their order. One is far beyond the allowed metres and its accuracy, and near within the allowed
 * metres. Between the two it is neither, so that errors of measurement do not raise an alert. Undefined: nothing changes.
 */
export function offRouteChange(
  { far: before, alertId }: OffRoute,
  positions: readonly Placed[],
  { path, metres }: AllowedLine,
): OffRouteChange | undefined {
  let [far, last, hasReturned] = [before, 0, false];
  for (const position of positions) {
    const distance = metresToPath(position, path);
    if (distance <= metres) [far, hasReturned] = [0, true];
    else if (distance > metres + (position.accuracyM ?? 0)) [far, last] = [far + 1, distance];
  }
  const isOff = far >= FAR_POSITIONS;
  if (alertId !== undefined) return hasReturned && !isOff ? { kind: 'RESOLVE', far } : undefined;
  if (isOff) return { kind: 'RAISE', metres: last };
  return far === before ? undefined : { kind: 'COUNT', far };
}
