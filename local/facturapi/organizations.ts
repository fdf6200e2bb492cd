import { createPrivateKey, X509Certificate } from 'node:crypto';
import { ApiError, invalidField, notFound } from './errors';
import { type FacturapiState, instant, newId, newSecret, type OrganizationRecord } from './state';

/** The steps that an organization must complete before its first document with fiscal value, in the provider's own words. */
export interface Manifest {
  /** True: new stamps wait for the signature of the manifest. Only tests set it. */
  isPending: boolean;
}

export const organizationNamed = (state: FacturapiState, id: string): OrganizationRecord => {
  const found = state.organizations.get(id);
  if (!found) throw notFound('organization');
  return found;
};

export function createOrganization(
  state: FacturapiState,
  { name }: Readonly<Record<string, unknown>>,
): OrganizationRecord {
  if (typeof name !== 'string' || name.trim() === '') throw invalidField('name', '"name" is required.');
  const organization: OrganizationRecord = {
    id: newId(),
    createdAt: instant(state),
    legal: { name },
    testKey: newSecret('sk_test'),
    liveKeys: [],
    liveKeyAsks: [],
    webhooks: [],
  };
  state.organizations.set(organization.id, organization);
  return organization;
}

export function changeOrganization(
  state: FacturapiState,
  id: string,
  change: Partial<OrganizationRecord>,
): OrganizationRecord {
  const changed = { ...organizationNamed(state, id), ...change };
  state.organizations.set(id, changed);
  return changed;
}

export function updateLegal(
  state: FacturapiState,
  id: string,
  body: Readonly<Record<string, unknown>>,
): OrganizationRecord {
  const { name, legal_name, tax_system, address } = body;
  if (typeof legal_name !== 'string' || legal_name === '')
    throw invalidField('legal_name', '"legal_name" is required.');
  if (!/^\d{3}$/.test(String(tax_system)))
    throw invalidField('tax_system', '"tax_system" must be a regime of the SAT.');
  if (!/^\d{5}$/.test(String(Object(address).zip)))
    throw invalidField('address.zip', '"address.zip" must be a postcode.');
  const { legal } = organizationNamed(state, id);
  const changed = { ...legal, legal_name, tax_system, address, name: typeof name === 'string' ? name : legal.name };
  return changeOrganization(state, id, { legal: changed });
}

/** Checks a signing certificate as the provider does: the password opens it, key and certificate match, and it is valid now. */
export function uploadCertificate(state: FacturapiState, id: string, form: SealForm): OrganizationRecord {
  const { legal } = organizationNamed(state, id);
  const { certificate, rfc } = readSeal(form);
  if (new Date(certificate.validTo) < state.now()) throw certificateError('The certificate has expired.');
  if (certificate.subject === certificate.issuer)
    throw new ApiError(400, 'certificate_invalid', 'The certificate is self-signed.');
  return changeOrganization(state, id, {
    legal: { ...legal, tax_id: rfc },
    certificate: {
      serial: Buffer.from(certificate.serialNumber, 'hex').toString('latin1'),
      expiresAt: new Date(certificate.validTo).toISOString(),
    },
  });
}

interface SealForm {
  readonly cer: Buffer;
  readonly key: Buffer;
  readonly password: string;
}

const certificateError = (message: string): ApiError => new ApiError(400, 'invalid_certificate', message);

function readSeal({ cer, key, password }: SealForm): { certificate: X509Certificate; rfc: string } {
  try {
    const certificate = new X509Certificate(cer);
    const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase: password });
    const [, rfc = ''] = /^x500UniqueIdentifier=([A-ZÑ&\d]+)/m.exec(certificate.subject) ?? [];
    if (certificate.checkPrivateKey(privateKey) && rfc !== '') return { certificate, rfc };
  } catch {
    // An unreadable certificate gets the same answer as one that does not match.
  }
  throw certificateError('The certificate, its key and the password do not match.');
}

/** Reads a form of `multipart/form-data`. */
export async function sealFormOf(body: Buffer, contentType: string): Promise<SealForm> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  const file = async (name: string): Promise<Buffer> => {
    const part = form.get(name);
    if (part === null || typeof part === 'string') throw invalidField(name, `"${name}" must be a file.`);
    return Buffer.from(await part.arrayBuffer());
  };
  const password = form.get('password');
  if (typeof password !== 'string') throw invalidField('password', '"password" is required.');
  return { cer: await file('cer'), key: await file('key'), password };
}

function pendingSteps({ legal, certificate }: OrganizationRecord, manifest: Manifest) {
  const steps = {
    legal: legal.legal_name === undefined,
    certificate: certificate === undefined,
    manifiesto: manifest.isPending,
  };
  return Object.entries(steps).flatMap(([type, isPending]) =>
    isPending ? [{ type, description: `${type} pending` }] : [],
  );
}

export const isProductionReady = (organization: OrganizationRecord, manifest: Manifest): boolean =>
  pendingSteps(organization, manifest).length === 0;

/** An organization in the form of the provider's answers. */
export function organizationView(organization: OrganizationRecord, manifest: Manifest) {
  const { id, createdAt, legal, certificate } = organization;
  return {
    id,
    created_at: createdAt,
    legal,
    certificate: {
      has_certificate: certificate !== undefined,
      expires_at: certificate?.expiresAt ?? null,
      serial_number: certificate?.serial ?? null,
    },
    is_production_ready: isProductionReady(organization, manifest),
    pending_steps: pendingSteps(organization, manifest),
    timezone: 'America/Mexico_City',
  };
}
