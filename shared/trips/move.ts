import type { TeamActor } from '../audit/audit';
import type { AuditEvent } from '../audit/audit-event';
import type { TokenDriver } from '../fleet/active-driver';
import type { AppAccessStatus } from '../fleet/driver';
import type { PlacedPosition } from '../fleet/position-places';
import type { WatchedStops } from '../fleet/watched-stops';
import type { Step } from '../platform/table/steps';
import type { IfMatch } from '../platform/table/version';
import type { Role } from '../teams/team';
import type { EndProof } from './missing-proof';
import type { Coordinates } from './trip';

/** The person that moves a trip: its driver by the claims of the token, or a member of the team by role. */
export type Mover =
  | (TokenDriver & { readonly pool: 'drivers' })
  | (TeamActor & { readonly pool: 'staff' | 'keys'; readonly role: Role });

/** The input of a move beside the trip. */
export interface Move {
  readonly mover: Mover;
  readonly coordinates: Coordinates | undefined;
  /** The account that sends the trip's positions, its permission to do so, and the app access that this permission assumes. */
  readonly owner: {
    readonly sub: string | undefined;
    readonly isOpen: boolean;
    readonly access: readonly AppAccessStatus[];
  };
  /** The alerts about the trip's invoices, for a cancellation. They are read before each try. */
  readonly warnings: readonly Step[];
  /** The versions of the trip that the mover accepts. Absent: any. */
  readonly ifMatch?: IfMatch | undefined;
  /** The position item, for an end of the trip. It is read before each try. */
  readonly position?: PlacedPosition | undefined;
  /** When a trip under way ends. The driver's days were written up to this instant. Absent for what a phone recorded. */
  readonly endedAt?: string | undefined;
  /** The stops with which positions are compared, for a start. They are read before each try. */
  readonly watched?: WatchedStops | undefined;
  /** What a phone recorded about the move. Absent for a move that no phone recorded under an identifier. */
  readonly fact?: AuditEvent['fact'];
  /** The phone recorded the move before it sent it. Its place is no position then: the truck may be elsewhere by now. */
  readonly isLate?: boolean;
  /** The proofs that are missing at the end of the trip. They are read before each try. */
  readonly proof?: EndProof | undefined;
  /** The writes of the agendas, for an end or a cancellation. They are read before each try. */
  readonly agendas?: readonly Step[];
  /** The alerts about expired papers, for a start. They are made before each try. */
  readonly papers?: readonly Step[];
  /** The resolution of the alert that the truck is off its route, for an end. Read before each try. */
  readonly backOnRoute?: readonly Step[];
  /** The minutes without a position that the team allows, for a start. Read before each try. */
  readonly silentMinutes?: number | undefined;
  /** The refusal when a ping or another change overtook the end. */
  readonly positionChanged?: () => Error;
}
