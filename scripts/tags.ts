/** The description of each folder of operations. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  alerts: 'Warnings for a team, and their status.',
  'api-keys': 'Keys with which other systems call the service for a team.',
  archives: 'Zips of the tax documents of a month.',
  audit: 'Changes of records: user, fields and time.',
  auth: 'Sign-in of office staff and of drivers: registration, passwords, authenticator apps, sessions.',
  'box-reservations': 'Rentals of cargo boxes, from the reservation to the billed days.',
  boxes: 'Cargo boxes for rent.',
  catalogues: 'The SAT’s catalogues, to choose a key by its name.',
  clients: 'Customers of the carrier.',
  collections: 'Money of clients, and the invoices that it pays.',
  drivers: 'Drivers, their documents and their access to the mobile app.',
  events: 'What happened to the records of a team, for other systems.',
  expirations: 'Documents that expire soon.',
  files: 'Uploads to the object storage, and the records of uploaded files.',
  imports: 'CSV files whose rows create and change records.',
  invoices:
    'Tax invoices (CFDI) with Carta Porte: drafts, stamping, cancellation; the organization and its signing certificate.',
  meta: 'The service itself.',
  payments: 'Amounts collected for trips.',
  positions: 'Where the trucks under way are.',
  receipts: 'Receipts of payment (REP) that confirm payments of PPD invoices.',
  reports: 'Income, open receivables, and taxes.',
  'route-points': 'Places that routes stop at.',
  routes: 'Predefined routes with their stops.',
  teams: 'Carriers: their members, roles and invitations.',
  tracking: 'Links that show a trip to a customer without an account.',
  trips: 'Trips, from the plan to the arrival: status, positions, timeline, balance.',
  users: 'The caller’s own profile and authenticator app.',
  vehicles: 'Vehicles and their documents.',
  'webhook-endpoints': 'Addresses that receive the team’s events, and the deliveries to them.',
  webhooks: 'Calls from other services.',
};

/** The tag of a folder in functions/. */
export function tagObject(name: string) {
  const description = DESCRIPTIONS[name];
  if (description === undefined) throw new Error(`Add a description of functions/${name}/ to scripts/tags.ts.`);
  return { name, description };
}
