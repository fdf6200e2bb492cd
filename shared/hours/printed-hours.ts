import { addDays, daysBetween } from '../platform/values/calendar';
import { stretchOfDay } from './day-hours';
import { type HOURS_WARNINGS, type Hours, NOTICE } from './hours-answer';
import { clipped, HOURS_STATES, type HoursState, type Stretch } from './interval';
import { HOURS_RULES, type HoursRuleId, hoursOfRule } from './limits';

/** The log of a driver, and whose it is. */
export interface DriverLog {
  readonly teamName: string;
  readonly driverName: string;
  /** null: the team did not enter it. */
  readonly licenseNumber: string | null;
  readonly licenseExpiry: string | null;
  readonly hours: Hours;
}

/** A part of the printed log. `cells` of a row have the order of {@link COLUMNS}. */
export type PrintedPart =
  | { readonly kind: 'title' | 'heading' | 'line'; readonly text: string }
  | { readonly kind: 'head' | 'row'; readonly cells: readonly string[] };

/** The columns of the days. */
const COLUMNS = ['Desde', 'Hasta', 'Estado', 'Duración', 'Origen'];

const STATES: Readonly<Record<HoursState, string>> = {
  CONDUCE: 'Conduce',
  AUXILIAR: 'Auxiliar',
  PAUSA: 'Pausa',
  DESCANSO: 'Descanso',
  SIN_DATO: 'Sin dato',
};
const RULES: Readonly<Record<HoursRuleId, string>> = {
  CONTINUOUS_DRIVING: 'conducción continua',
  DRIVING: 'conducción desde el último descanso',
};
const WARNINGS: Readonly<Record<(typeof HOURS_WARNINGS)[number], string>> = {
  HOURS_NEAR_LIMIT: 'Cerca del límite',
  HOURS_OVER_LIMIT: 'Límite excedido',
  REST_NOT_REPORTED: 'Descanso entre viajes sin reportar',
};
const AUTHORS = { DRIVER: 'el operador', MEMBER: 'la oficina' } as const;

/**
 * The log in Spanish, as an inspection reads it: driver, team, sums, limits and warnings, and for each local day its entries with the
 * corrections beside them. Both are shown: a correction replaces no entry. It does not say when it was printed, so that the same log is the same text.
 */
export function printedHours(log: DriverLog): PrintedPart[] {
  const { hours } = log;
  const clock = clockIn(hours.timeZone);
  return [
    { kind: 'title', text: 'Horas del operador' },
    line(NOTICE.es),
    ...headOf(log, clock),
    ...sumsOfHours(hours),
    ...limitsOfHours(hours, clock),
    ...daysIn(hours).flatMap((day) => dayOf(hours, day, clock)),
  ];
}

const line = (text: string): PrintedPart => ({ kind: 'line', text });
const heading = (text: string): PrintedPart => ({ kind: 'heading', text });

function headOf(log: DriverLog, clock: Clock): PrintedPart[] {
  const { teamName, driverName, licenseNumber, licenseExpiry, hours } = log;
  const license = [
    licenseNumber ?? 'sin registrar',
    ...(licenseExpiry ? [`vigente hasta ${licenseExpiry.slice(0, 10)}`] : []),
  ];
  return [
    line(`Operador: ${driverName}`),
    line(`Licencia: ${license.join(', ')}`),
    line(`Empresa: ${teamName}`),
    line(`Días: del ${hours.from} al ${hours.to} (${hours.timeZone})`),
    line(`Contado hasta: ${clock.minute(hours.asOf)}`),
  ];
}

function sumsOfHours({ sums, recordedSums }: Hours): PrintedPart[] {
  return [
    heading('Sumas'),
    ...HOURS_STATES.map((state) =>
      line(
        `${STATES[state]}: ${lengthOf(sums[state])} con las correcciones, ${lengthOf(recordedSums[state])} según lo registrado`,
      ),
    ),
    line(
      'Auxiliar es trabajo sin conducir, como la carga. Sin dato es tiempo de viaje sin posiciones, y no cuenta como pausa.',
    ),
  ];
}

function limitsOfHours(hours: Hours, clock: Clock): PrintedPart[] {
  const { continuousMinutes, drivenMinutes, nextPauseAt, restBy, warnings } = hours;
  const counts = [
    { id: 'CONTINUOUS_DRIVING', minutes: continuousMinutes, by: nextPauseAt },
    { id: 'DRIVING', minutes: drivenMinutes, by: restBy },
  ] as const;
  return [
    heading('Límites'),
    ...counts.map(({ id, minutes, by }) => {
      const pause = HOURS_RULES.find((rule) => rule.id === id)?.endedBy.minutes ?? 0;
      const ahead = by && `; si sigue conduciendo, a más tardar ${clock.minute(by)}`;
      const name = RULES[id];
      return line(
        `${capital(name)}: ${lengthOf(minutes)} de ${hoursOfRule(id)} h, hasta una pausa o descanso de ${lengthOf(pause)}${ahead ?? ''}`,
      );
    }),
    heading('Avisos'),
    ...(warnings.length === 0 ? [line('Sin avisos.')] : []),
    ...warnings.map(({ code, rule, at }) =>
      line(`${clock.minute(at)}: ${WARNINGS[code]}${rule ? ` de ${RULES[rule]}` : ''}`),
    ),
  ];
}

function dayOf(hours: Hours, day: string, clock: Clock): PrintedPart[] {
  const stretch = stretchOfDay(day, hours.timeZone);
  const rowOf = ({ from, to }: Stretch, state: string, source: string) => ({
    from,
    cells: [
      clock.second(from),
      to === stretch.to ? '24:00:00' : clock.second(to),
      state,
      lengthOf(Math.round((to - from) / 60)),
      source,
    ],
  });
  const entries = clipped(hours.intervals.map(inSeconds), stretch).map((one) =>
    rowOf(one, STATES[one.state], one.isReported ? 'Reportado por el operador' : 'Posiciones y paradas'),
  );
  const corrections = clipped(hours.corrections.map(inSeconds), stretch).map((one) =>
    rowOf(
      one,
      `Corrección: ${STATES[one.state]}`,
      `Por ${AUTHORS[one.byType]}, ${clock.minute(one.createdAt)}: ${one.reason}`,
    ),
  );
  const rows = [...entries, ...corrections].sort((one, other) => one.from - other.from);
  return [
    heading(`Día ${day}`),
    ...(rows.length === 0 ? [line('Sin registros.')] : [{ kind: 'head', cells: COLUMNS } as const]),
    ...rows.map(({ cells }) => ({ kind: 'row', cells }) as const),
  ];
}

const daysIn = ({ from, to }: Hours): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));

/** An interval or correction with its bounds in seconds since 1970. */
const inSeconds = <T extends { readonly from: string; readonly to: string }>(
  one: T,
): Omit<T, keyof Stretch> & Stretch => ({
  ...one,
  from: Math.floor(Date.parse(one.from) / 1000),
  to: Math.floor(Date.parse(one.to) / 1000),
});

/** A length as `5 h 10 min`. */
function lengthOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Clock {
  /** Day and minute of an instant. */
  readonly minute: (instant: string) => string;
  /** The time of day of an instant in seconds since 1970. */
  readonly second: (instant: number) => string;
}

function clockIn(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return {
    minute: (instant) => format.format(new Date(instant)).slice(0, -3),
    second: (instant) => format.format(new Date(instant * 1000)).slice(-8),
  };
}
