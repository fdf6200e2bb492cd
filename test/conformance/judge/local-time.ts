/** Made once: a formatter takes longer than a hundred times. */
const MEXICO_CITY = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Mexico_City',
});

/** The SAT's form of a time, YYYY-MM-DDThh:mm:ss in Mexico City. A time without zone is local already. */
export function localTime(time: string): string {
  if (!/(?:Z|[+-]\d{2}:\d{2})$/.test(time)) return time;
  return MEXICO_CITY.format(new Date(time)).replace(' ', 'T');
}
