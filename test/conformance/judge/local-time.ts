const ZONE = 'America/Mexico_City';

/** The SAT's form of a time, YYYY-MM-DDThh:mm:ss in Mexico City. A time without zone is local already. */
export function localTime(time: string): string {
  if (!/(?:Z|[+-]\d{2}:\d{2})$/.test(time)) return time;
  return new Date(time).toLocaleString('sv-SE', { timeZone: ZONE }).replace(' ', 'T');
}
