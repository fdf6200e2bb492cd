/** The zone of a company before the console knows its own. */
const USUAL = 'America/Mexico_City';

let zone = USUAL;

/** The zone in which the console shows and takes times. */
export const currentZone = () => zone;

/** Shows and takes times in the zone of this company from now on. A zone that the browser does not know is left out. */
export function takeZoneOf(team) {
  const wanted = team?.timeZone ?? USUAL;
  if (wanted !== zone) zone = isKnown(wanted) ? wanted : USUAL;
}

function isKnown(timeZone) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

const clocks = new Map();

function clockOf(timeZone) {
  if (!clocks.has(timeZone))
    clocks.set(timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }));
  return clocks.get(timeZone);
}

/** The time on the clocks of the zone, as a field of the type datetime-local takes it. */
export function zoned(instant) {
  const moment = new Date(instant);
  return Number.isNaN(moment.getTime()) ? '' : clockOf(zone).format(moment).replace(' ', 'T');
}

const offsetAt = (instant) => Date.parse(`${zoned(instant)}Z`) - instant;

/** The instant at which the clocks of the zone show this time. */
export function instantOf(local) {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // Near a change of the clocks the offset of the instant itself differs from the one found first.
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess)).toISOString();
}
