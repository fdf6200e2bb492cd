import type { keyInTrack } from '../../../shared/fleet/track-key';
import type { logOf } from '../../../shared/hours/timeline';
import type { recentRoadPolicy } from '../../../shared/road-policy/policy';
import type { correctedTime } from '../../../shared/trips/fact';
import type { isSameFact } from '../../../shared/trips/fact-entry';
import type { visitOf } from '../../../shared/trips/geofence';
import type { refusalOfFact } from '../../../shared/trips/judge-fact';
import type { judgePosition } from '../../../shared/trips/judge-position';
import type { makeHoursAgain } from '../../../shared/trips/make-hours';
import type { mergeStep } from '../../../shared/trips/merge-stop';
import type { mergeTimes } from '../../../shared/trips/merge-times';
import type { proofAtEnd } from '../../../shared/trips/missing-proof';
import type { moveByFact } from '../../../shared/trips/move-by-fact';
import type { readItems } from '../../../shared/trips/read-items';
import type { recordPositions } from '../../../shared/trips/record-positions';
import type { storeFact } from '../../../shared/trips/store-fact';
import type { spillList, writeSegments } from '../../../shared/trips/track';
import type { tripTransition } from '../../../shared/trips/trip-states';

/** The functions of the product that a weakening can replace. */
interface Rules {
  readonly correctedTime: typeof correctedTime;
  readonly isSameFact: typeof isSameFact;
  readonly judgePosition: typeof judgePosition;
  readonly keyInTrack: typeof keyInTrack;
  readonly logOf: typeof logOf;
  readonly makeHoursAgain: typeof makeHoursAgain;
  readonly mergeStep: typeof mergeStep;
  readonly mergeTimes: typeof mergeTimes;
  readonly moveByFact: typeof moveByFact;
  readonly proofAtEnd: typeof proofAtEnd;
  readonly readItems: typeof readItems;
  readonly recentRoadPolicy: typeof recentRoadPolicy;
  readonly recordPositions: typeof recordPositions;
  readonly refusalOfFact: typeof refusalOfFact;
  readonly spillList: typeof spillList;
  readonly storeFact: typeof storeFact;
  readonly tripTransition: typeof tripTransition;
  readonly visitOf: typeof visitOf;
  readonly writeSegments: typeof writeSegments;
}

/** Makes weak functions of the strong ones. */
export type WeakRules = { readonly [Name in keyof Rules]?: (strong: Rules[Name]) => Rules[Name] };

/** The module of each of these functions. */
export const RULES: Readonly<Record<string, readonly (keyof Rules)[]>> = {
  'shared/hours/timeline': ['logOf'],
  'shared/fleet/track-key': ['keyInTrack'],
  'shared/road-policy/policy': ['recentRoadPolicy'],
  'shared/trips/fact': ['correctedTime'],
  'shared/trips/fact-entry': ['isSameFact'],
  'shared/trips/geofence': ['visitOf'],
  'shared/trips/judge-fact': ['refusalOfFact'],
  'shared/trips/judge-position': ['judgePosition'],
  'shared/trips/make-hours': ['makeHoursAgain'],
  'shared/trips/merge-stop': ['mergeStep'],
  'shared/trips/merge-times': ['mergeTimes'],
  'shared/trips/missing-proof': ['proofAtEnd'],
  'shared/trips/move-by-fact': ['moveByFact'],
  'shared/trips/read-items': ['readItems'],
  'shared/trips/record-positions': ['recordPositions'],
  'shared/trips/store-fact': ['storeFact'],
  'shared/trips/track': ['spillList', 'writeSegments'],
  'shared/trips/trip-states': ['tripTransition'],
};
