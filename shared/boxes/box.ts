import * as v from 'valibot';
import type { AuditAction } from '../audit/audit-event';
import { type AppError, validationError } from '../platform/errors';
import { key, ofTeam, part } from '../platform/table/keys';
import { Decimal, Instant, Line, Lines, Uuid } from '../platform/values/fields';
import { Pesos } from '../platform/values/money';
import { normalName } from '../platform/values/search';

export const BOX_STATUSES = ['DISPONIBLE', 'RENTADA', 'MANTENIMIENTO', 'INACTIVA'] as const;
export type BoxStatus = (typeof BOX_STATUSES)[number];

/** Whether a hand may give a box this status, whatever status it has. */
export const BOX_BY_HAND = {
  DISPONIBLE: 'unlessHeld',
  RENTADA: 'never',
  MANTENIMIENTO: 'always',
  INACTIVA: 'always',
} as const satisfies Record<BoxStatus, 'always' | 'unlessHeld' | 'never'>;

/** The audit's word for a change of a box's status (docs/spec/interface.md §4.22). */
export function boxAuditAction(from: BoxStatus, to: BoxStatus): AuditAction {
  if (to === 'INACTIVA') return 'DEACTIVATE';
  return from === 'INACTIVA' ? 'ACTIVATE' : 'UPDATE';
}

/** 400 by `status`, because this operation's contract has no 409; undefined where a hand may. */
export function refusalByHand({ reservationId }: Box, to: BoxStatus): AppError | undefined {
  const rule = BOX_BY_HAND[to];
  if (rule === 'never') return validationError('status', 'A box becomes RENTADA by a reservation alone. Reserve it.');
  if (rule === 'unlessHeld' && reservationId !== undefined) {
    return validationError('status', 'An ACTIVA reservation holds the box. Close or cancel it: that frees the box.');
  }
  return undefined;
}

/** The fields of a box that a member writes. */
export const BoxFields = v.object({
  economicNumber: v.pipe(
    Line(50, 1),
    v.check((value) => normalEconomicNumber(value) !== '', 'Send the number that is painted on the box.'),
  ),
  type: v.optional(Line(100)),
  length: v.optional(Decimal(0, 1_000)),
  dailyRate: Pesos,
  notes: v.optional(Lines()),
});
export type BoxFields = v.InferOutput<typeof BoxFields>;

/** What a member may change of a box. Its status has an operation of its own. */
export const BoxChanges = v.partial(BoxFields);
export type BoxChanges = v.InferOutput<typeof BoxChanges>;

/** A box as it is answered. `reservationId` is the ACTIVA reservation that holds the box. */
export const Box = v.object({
  id: Uuid,
  teamId: Uuid,
  ...BoxFields.entries,
  status: v.picklist(BOX_STATUSES),
  reservationId: v.optional(Uuid),
  createdAt: Instant,
});
export type Box = v.InferOutput<typeof Box>;

/** Numbers that differ only in case, accents or blanks are one; hyphens count, because "1-01" and "10-1" are two boxes. */
export const normalEconomicNumber = (economicNumber: string): string => normalName(economicNumber);

export const boxKey = (teamId: string, boxId: string) => key(Box, ofTeam(teamId), `BOX#${boxId}`);
export const boxesOf = (teamId: string) => part(Box, ofTeam(teamId), 'BOX#');
export const EconomicNumber = v.object({ boxId: Uuid });
/** The number as `normalEconomicNumber` has it. */
export const economicNumberKey = (teamId: string, economicNumber: string) =>
  key(EconomicNumber, ofTeam(teamId), `ECONOMIC_NUMBER#${economicNumber}`);
