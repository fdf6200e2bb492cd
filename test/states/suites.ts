/** The suites that hold each state machine, by the name of the machine, the quickest first. A folder means all of its suites. */
export const SUITES: Readonly<Record<string, readonly string[]>> = {
  trips: ['test/trips/trip-transitions.test.ts', 'test/trips/trip.test.ts', 'test/operations/trips.test.ts'],
  invoices: [
    'test/stamping/invoice-states.test.ts',
    'test/stamping/opened-ledgers.test.ts',
    'test/invoices/invoice-changes.test.ts',
    'test/stamping/stamping-rules.test.ts',
    'test/stamping/stamp.test.ts',
    'test/stamping/reconcile.test.ts',
    'test/stamping/cancel.test.ts',
    'test/invoices/invoice-store.test.ts',
    'test/operations/substitution.test.ts',
  ],
  reservations: ['test/boxes/box-states.test.ts', 'test/boxes', 'test/operations/box-reservations.test.ts'],
  boxes: ['test/boxes/box-states.test.ts', 'test/boxes', 'test/operations/boxes.test.ts'],
  vehicles: ['test/fleet/vehicle-states.test.ts', 'test/operations/vehicles.test.ts', 'test/expiry'],
  drivers: ['test/fleet/driver-states.test.ts', 'test/operations/drivers.test.ts', 'test/expiry'],
  access: ['test/fleet/access-states.test.ts', 'test/fleet/driver.test.ts', 'test/fleet/driver-access.test.ts'],
  payments: [
    'test/payments/payment-states.test.ts',
    'test/operations/payments.test.ts',
    'test/payments/payments.test.ts',
    'test/operations/collections.test.ts',
  ],
  alerts: [
    'test/alerts/alert-states.test.ts',
    'test/alerts/alert.test.ts',
    'test/operations/alerts.test.ts',
    'test/expiry/expiry-alerts.test.ts',
    'test/trips/left-trips.test.ts',
  ],
};
