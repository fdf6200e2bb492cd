import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { Client } from '../../shared/clients/client';
import { Driver } from '../../shared/fleet/driver';
import { Vehicle } from '../../shared/fleet/vehicle';
import { Invoice } from '../../shared/invoices/invoice';
import { Uuid } from '../../shared/platform/values/fields';

const FOLDER = join(__dirname, '..', 'stamping', 'documents');

const Amount = v.number();

/** An example of a stamped document for accountants: the input, the amounts, and the document that the provider receives. */
const Golden = v.strictObject({
  title: v.string(),
  given: v.strictObject({
    invoice: v.strictObject(
      v.pick(Invoice, ['id', 'items', 'paymentForm', 'paymentMethod', 'cfdiUse', 'series', 'cartaPorte']).entries,
    ),
    client: v.strictObject(v.pick(Client, ['name', 'rfc', 'taxRegime', 'zipCode', 'email']).entries),
    driver: v.optional(v.strictObject(v.pick(Driver, ['name', 'rfc', 'licenseNumber', 'licenseExpiry']).entries)),
    vehicle: v.optional(
      v.strictObject(v.pick(Vehicle, ['plate', 'year', 'insuranceNumber', 'insuranceExpiry']).entries),
    ),
    organization: v.object({
      legalName: v.string(),
      rfc: v.string(),
      taxRegime: v.string(),
      zipCode: v.string(),
      csdUploaded: v.boolean(),
      csdExpiresAt: v.string(),
      livemode: v.boolean(),
    }),
    idCcp: v.string(),
    idempotencyKey: v.string(),
  }),
  amounts: v.strictObject({
    subtotal: Amount,
    taxAmount: Amount,
    withheldAmount: Amount,
    isrWithheldAmount: Amount,
    total: Amount,
  }),
  document: v.looseObject({ external_id: Uuid, status: v.optional(v.literal('draft')) }),
});
type Golden = v.InferOutput<typeof Golden>;

/** The examples of test/stamping/documents, by name. */
export const goldenDocuments = (): Record<string, Golden> =>
  Object.fromEntries(
    readdirSync(FOLDER).map((file) => [
      file.replace('.json', ''),
      v.parse(Golden, JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))),
    ]),
  );
