import { ALERT_STATUSES, ALERT_TRANSITIONS } from '../shared/alerts/alert';
import { BOX_BY_HAND, BOX_STATUSES, type BoxStatus } from '../shared/boxes/box';
import { RESERVATION_TRANSITIONS, type ReservationTransition } from '../shared/boxes/reservation';
import { APP_ACCESS_ACTION_NAMES, APP_ACCESS_ACTIONS } from '../shared/fleet/driver';
import { INVOICE_TRANSITIONS } from '../shared/stamping/invoice-states';
import { TRIP_TRANSITIONS } from '../shared/trips/trip-states';

/** The state machines as a page, written from the tables that the code itself goes by. */
export const statesPage = (): string =>
  [
    '# States and transitions',
    '',
    '<!-- Written by `npm run docs` from the tables in shared/domain. Change those, not this. -->',
    '',
    '## Trip',
    '',
    'A timeline entry and an audit entry are written with every transition, in one transaction with all of its effects.',
    'What is not in the table is refused.',
    '',
    ...table(['From', 'To', 'By', 'Effects'], TRIP_TRANSITIONS.map(tripRow)),
    '',
    '## Invoice',
    '',
    'The counters and an audit entry change with every transition, in one transaction. An unknown answer moves nothing: see stamping.md.',
    '',
    ...table(
      ['From', 'To', 'When', 'Effects'],
      Object.values(INVOICE_TRANSITIONS).map(({ from, to, by, effects }) => [
        from.join(', '),
        to,
        by,
        effects.map(({ says }) => says).join('; '),
      ]),
    ),
    '',
    '## App access of a driver',
    '',
    ...table(['Action', 'From', 'To'], APP_ACCESS_ACTION_NAMES.map(accessRow)),
    '',
    '## Box, by hand',
    '',
    'Whatever status the box has. The audit entry says DEACTIVATE to INACTIVA, ACTIVATE from INACTIVA, else UPDATE.',
    '',
    ...table(
      ['To', 'A hand may'],
      BOX_STATUSES.map((to) => [to, BY_HAND[BOX_BY_HAND[to]]]),
    ),
    '',
    '## Box reservation',
    '',
    'A new reservation is ACTIVA: its box must be DISPONIBLE and unheld, and becomes RENTADA with the reservation.',
    '',
    ...table(['Action', 'From', 'To', 'By', 'Effects'], Object.entries(RESERVATION_TRANSITIONS).map(reservationRow)),
    '',
    '## Alert',
    '',
    'By any member. The status that it has already changes nothing.',
    '',
    ...table(
      ['From', 'To'],
      ALERT_STATUSES.map((from) => [from, (ALERT_TRANSITIONS[from] ?? []).join(', ')]),
    ),
    '',
  ].join('\n');

const tripRow = ({ from, to, by, effects }: (typeof TRIP_TRANSITIONS)[number]): string[] => [
  from.join(', '),
  to,
  [...(by.driver ? ['its driver'] : []), `a member from ${by.member} up`].join(', '),
  effects.map(({ says }) => says).join('; '),
];

const BY_HAND: Readonly<Record<(typeof BOX_BY_HAND)[BoxStatus], string>> = {
  always: 'always',
  unlessHeld: 'unless an ACTIVA reservation holds the box',
  never: 'never: by a reservation alone',
};

const reservationRow = ([action, transition]: [string, ReservationTransition]): string[] => [
  action,
  transition.from,
  transition.to,
  `a member from ${transition.by} up`,
  [
    `the box is held no more, and becomes DISPONIBLE ${transition.frees}`,
    ...(transition.isBilled ? ['days and total are counted; an invoice draft is wanted where it is billable'] : []),
  ].join('; '),
];

function accessRow(action: (typeof APP_ACCESS_ACTION_NAMES)[number]): string[] {
  const { from, to } = APP_ACCESS_ACTIONS[action];
  const [fresh, used] = [to(false), to(true)];
  return [action, from.join(', '), fresh === used ? fresh : `${used} if the app was ever used, else ${fresh}`];
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
