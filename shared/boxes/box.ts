import * as v from 'valibot';
import { key, ofTeam, part } from '../platform/table/keys';
import type { Searched } from '../platform/table/word-keys';
import { changesOf } from '../platform/values/changes';
import { ExternalKey } from '../platform/values/external-id';
import { Decimal, Instant, Line, Lines, Uuid } from '../platform/values/fields';
import { Pesos } from '../platform/values/money';
import { normalName } from '../platform/values/search';
import { said } from '../platform/values/text';

export const BOX_STATUSES = ['DISPONIBLE', 'RENTADA', 'MANTENIMIENTO', 'INACTIVA'] as const;
export type BoxStatus = (typeof BOX_STATUSES)[number];

/** The fields of a box that a member writes. */
export const BoxFields = v.object({
  /**
   * The number that is painted on the box. One team has each number once.
   * @example CS-101
   */
  economicNumber: v.pipe(
    Line(50, 1),
    v.check(
      (value) => normalEconomicNumber(value) !== '',
      said({ en: 'Send the number that is painted on the box.', es: 'Envíe el número que la caja lleva rotulado.' }),
    ),
  ),
  /**
   * The kind of box, in the office’s own words.
   * @example Caja seca
   */
  type: v.optional(Line(100)),
  /**
   * The length of the box in feet, as the trade names boxes.
   * @example 53
   */
  length: v.optional(Decimal(0, 1_000)),
  /**
   * MXN for each day of rent, before taxes.
   * @example 850
   */
  dailyRate: Pesos,
  notes: v.optional(Lines()),
  ...ExternalKey,
});
export type BoxFields = v.InferOutput<typeof BoxFields>;

/** The fields of a box that a member may change. Another operation changes the status. */
export const BoxChanges = changesOf(BoxFields);
export type BoxChanges = v.InferOutput<typeof BoxChanges>;

/** The stored and answered box. `reservationId` is the ACTIVA reservation that holds the box. */
export const Box = v.object({
  id: Uuid,
  teamId: Uuid,
  ...BoxFields.entries,
  /** Whether the box can be rented. */
  status: v.picklist(BOX_STATUSES),
  reservationId: v.optional(Uuid),
  createdAt: Instant,
});
export type Box = v.InferOutput<typeof Box>;

/** Numbers that differ only in case, accents or blanks are equal. Hyphens count, because "1-01" and "10-1" are two boxes. */
export const normalEconomicNumber = (economicNumber: string): string => normalName(economicNumber);

export const boxKey = (teamId: string, boxId: string) => key(Box, ofTeam(teamId), `BOX#${boxId}`);
export const boxesOf = (teamId: string) => part(Box, ofTeam(teamId), 'BOX#');
const EconomicNumber = v.object({ boxId: Uuid });
/** Takes the number as `normalEconomicNumber` returns it. */
export const economicNumberKey = (teamId: string, economicNumber: string) =>
  key(EconomicNumber, ofTeam(teamId), `ECONOMIC_NUMBER#${economicNumber}`);

/** The words by which a box is found: those of its number, and the whole number. */
export const searchedBox = ({ teamId, id, economicNumber }: Box): Searched => ({
  kind: 'BOX',
  teamId,
  id,
  name: economicNumber,
  codes: [economicNumber],
});
