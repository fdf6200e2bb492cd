import * as v from 'valibot';
import { key, ofTeam, part } from '../platform/table/keys';
import { workKey } from '../platform/table/work-list';
import { Uuid } from '../platform/values/fields';
import { Box } from './box';
import { DraftWork, Reservation } from './reservation';

export const draftWorkKey = (reservationId: string) => workKey(DraftWork, 'DRAFT', reservationId);

export const boxKey = (teamId: string, boxId: string) => key(Box, ofTeam(teamId), `BOX#${boxId}`);
export const boxesOf = (teamId: string) => part(Box, ofTeam(teamId), 'BOX#');
export const EconomicNumber = v.object({ boxId: Uuid });
/** The number as `normalEconomicNumber` has it. */
export const economicNumberKey = (teamId: string, economicNumber: string) =>
  key(EconomicNumber, ofTeam(teamId), `ECONOMIC_NUMBER#${economicNumber}`);
export const reservationKey = (teamId: string, reservationId: string) =>
  key(Reservation, ofTeam(teamId), `RESERVATION#${reservationId}`);
export const reservationsOf = (teamId: string) => part(Reservation, ofTeam(teamId), 'RESERVATION#');
