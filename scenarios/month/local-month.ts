/** The zone of a new team. */
export const TIME_ZONE = 'America/Mexico_City';

/** The dates of the month that the demo tells, all from one instant: a run over midnight keeps them. */
export interface LocalMonth {
  /** The instant of every payment. It is not later than the server's clock, on any day of the month. */
  readonly paidAt: string;
  /** The local day of the payments. */
  readonly day: string;
  readonly month: string;
  /** The last day for the receipts of the month's payments: the fifth of the next month (RMF 2.7.1.32). */
  readonly dueOn: string;
}

export function localMonth(now: Date, timeZone: string): LocalMonth {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  const [year = 0, month = 0] = day.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7);
  return { paidAt: now.toISOString(), day, month: day.slice(0, 7), dueOn: `${next}-05` };
}
