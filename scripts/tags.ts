/** What each folder of operations is about, as the document says it. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  alerts: 'What a team is warned of, and what became of it.',
  audit: 'Who changed what, and when.',
  auth: 'Sign-in of office staff and of drivers: registration, passwords, authenticator apps, sessions.',
  'box-reservations': 'Rentals of cargo boxes, from the reservation to the days that are billed.',
  boxes: 'Cargo boxes for rent.',
  clients: 'Who freight is carried for.',
  drivers: 'Drivers, their papers and their access to the mobile app.',
  expirations: 'Papers that are about to expire.',
  files: 'Uploads to the object storage, and the records of what was uploaded.',
  invoices: 'Tax invoices (CFDI) with Carta Porte: drafts, stamping, cancellation; the organization and its seal.',
  meta: 'The service itself.',
  payments: 'Amounts collected for trips.',
  reports: 'Income, and what is still owed.',
  'route-points': 'Places where routes stop.',
  routes: 'Predefined routes with their stops.',
  teams: 'Carriers: their members, roles and invitations.',
  trips: 'Trips, from the plan to the arrival: status, positions, timeline, balance.',
  users: 'The caller’s own profile and authenticator app.',
  vehicles: 'Vehicles and their papers.',
  webhooks: 'What other services call.',
};

/** The tag of a folder below functions/. */
export function tagObject(name: string) {
  const description = DESCRIPTIONS[name];
  if (description === undefined)
    throw new Error(`Say in scripts/tags.ts what the operations in functions/${name}/ are about.`);
  return { name, description };
}
