/**
 * A fixed identifier of version 7, older than any later one, so that the commands in the README can be pasted. The kind separates the
 * identifiers of different records.
 */
export const fixedId = (kind: keyof typeof KINDS, number: number): string =>
  `01930000-${String(KINDS[kind]).padStart(4, '0')}-7000-8000-${String(number).padStart(12, '0')}`;

const KINDS = {
  team: 1,
  driver: 2,
  vehicle: 3,
  trip: 4,
  client: 5,
  routePoint: 6,
  route: 7,
  file: 20,
  box: 30,
  reservation: 31,
  payment: 32,
  invoice: 40,
};
