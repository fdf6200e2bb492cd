/** The zone in which the console shows and takes times. */
const ZONE = 'America/Mexico_City';
const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The time on the clocks of the zone, as a field of the type datetime-local takes it. */
export function zoned(instant) {
  const moment = new Date(instant);
  return Number.isNaN(moment.getTime()) ? '' : parts.format(moment).replace(' ', 'T');
}

/** The instant at which the clocks of the zone show this time. */
export function instantOf(local) {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const offset = Date.parse(`${zoned(asUtc)}Z`) - asUtc;
  return new Date(asUtc - offset).toISOString();
}
