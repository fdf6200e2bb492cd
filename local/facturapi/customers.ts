import * as v from 'valibot';
import { ApiError, invalidField, notFound } from './errors';
import { type CustomerRecord, type FacturapiState, instant, newId } from './state';

/** The sender of a request, as far as customers depend on it. */
interface Owner {
  readonly organization: { readonly id: string };
  readonly livemode: boolean;
}

const text = (name: string) => v.pipe(v.string(`"${name}" is required.`), v.nonEmpty(`"${name}" is required.`));
const Customer = v.looseObject({
  legal_name: text('legal_name'),
  tax_id: text('tax_id'),
  tax_system: text('tax_system'),
  address: v.looseObject({ zip: text('zip') }),
});

/**
 * The names of customers that the SAT's lists refuse, each with the field that does not fit. All other customers are on
 * the lists.
 */
export const REFUSED_CUSTOMERS: Readonly<Record<string, { readonly path: string; readonly code: string }>> = {
  'RFC QUE NO EXISTE': { path: 'tax_id', code: 'tax_id_not_found' },
  'NOMBRE DISTINTO': { path: 'legal_name', code: 'legal_name_does_not_match' },
  'POSTAL DISTINTO': { path: 'address.zip', code: 'zip_does_not_match' },
  'REGIMEN DISTINTO': { path: 'tax_system', code: 'tax_system_not_allowed_for_tax_id' },
};

function objectionsTo({ body }: Pick<CustomerRecord, 'body'>) {
  const found = REFUSED_CUSTOMERS[String(body.legal_name)];
  return found ? [{ ...found, source: 'facturapi', message: `El SAT no acepta "${found.path}" para este RFC.` }] : [];
}

const view = ({ id, livemode, createdAt, body }: CustomerRecord) => ({ ...body, id, livemode, created_at: createdAt });

/** Stores a customer. Without an edit link its data are validated. The same data are stored once. */
export function createCustomer(
  state: FacturapiState,
  { organization, livemode }: Owner,
  body: Readonly<Record<string, unknown>>,
  hasEditLink: boolean,
) {
  const parsed = v.safeParse(Customer, body);
  if (!parsed.success) throw invalidField(v.getDotPath(parsed.issues[0]) ?? '', parsed.issues[0].message);
  const [objection] = hasEditLink ? [] : objectionsTo({ body });
  if (objection) throw invalidField(objection.path, objection.message);
  const same = [...state.customers.values()].find(
    (one) =>
      one.organization === organization.id &&
      one.livemode === livemode &&
      JSON.stringify(one.body) === JSON.stringify(body),
  );
  if (same) return view(same);
  const made = { id: newId(), organization: organization.id, livemode, createdAt: instant(state), body };
  state.customers.set(made.id, made);
  return view(made);
}

function customerOf(state: FacturapiState, { organization, livemode }: Owner, id: string): CustomerRecord {
  const found = state.customers.get(id);
  if (!found || found.organization !== organization.id || found.livemode !== livemode) throw notFound('customer');
  return found;
}

/** Only a live key may ask the SAT's lists. */
export function validateCustomer(state: FacturapiState, owner: Owner, id: string) {
  if (!owner.livemode) throw new ApiError(401, 'live_key_required', 'Only a live key may validate a customer.');
  const errors = objectionsTo(customerOf(state, owner, id));
  return { is_valid: errors.length === 0, errors };
}

export function deleteCustomer(state: FacturapiState, owner: Owner, id: string) {
  const found = customerOf(state, owner, id);
  state.customers.delete(id);
  return view(found);
}
