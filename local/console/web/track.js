/** The positions that this page has seen of each trip, in their order. The service itself keeps only the last one. */
const seen = new Map();

const isSame = (one, other) => one?.lat === other.lat && one?.lng === other.lng;

/** The places of a trip's track: those of its log, those that this page has seen, and the last known position. */
export function trackOf(trip, timeline, position) {
  const known = seen.get(trip.id) ?? [];
  if (position && !isSame(known.at(-1), position)) known.push({ lat: position.lat, lng: position.lng });
  seen.set(trip.id, known);
  const logged = timeline.filter(({ lat, lng }) => lat !== undefined && lng !== undefined);
  const isOver = trip.status === 'COMPLETADO' || trip.status === 'CANCELADO';
  return isOver ? [...logged.slice(0, 1), ...known, ...logged.slice(1)] : [...logged, ...known];
}
