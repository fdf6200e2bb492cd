import { LOCAL_USER_KEY } from '../../local/facturapi/keys';
import { type ServedFacturapi, serveFacturapi } from '../../local/facturapi/serve';
import type { OrganizationRecord } from '../../local/facturapi/state';
import { secretsManagerClient } from '../../shared/platform/secrets/secrets-manager';
import { providerKey } from '../../shared/stamping/organization/provider-keys';
import type { ProviderKey } from '../../shared/stamping/provider/port';
import { ENVIRONMENT, makeScene, type SceneOptions, START, type TestContext } from './engine-runtime';
import { DATA_KEY } from './stamping-sdk';

/** The stand-in of the stamping provider for one test file, over HTTP, under a clock that only the test moves. */
export interface StampingBench {
  readonly served: () => ServedFacturapi;
  readonly environment: () => { readonly STAMPING_PROVIDER_URL: string };
  readonly pass: (milliseconds: number) => void;
  readonly testContext: (options?: SceneOptions) => TestContext;
  /** Sends a request to the provider itself, as its own dashboard would. */
  readonly ask: (method: string, path: string, body?: unknown, secret?: string) => Promise<Record<string, unknown>>;
  /** An organization of its own, whose test key stamps. */
  readonly issuer: () => Promise<ProviderKey & { readonly organizationId: string }>;
  /** The organizations as the provider keeps them, secrets and all. */
  readonly organizations: () => OrganizationRecord[];
  readonly documents: (externalId?: string) => Promise<Record<string, unknown>[]>;
}

/** Call it once at the top of a test file. */
export function stampingBench(): StampingBench {
  let running: ServedFacturapi | undefined;
  let now = START;
  beforeAll(async () => {
    running = await serveFacturapi({ now: () => new Date(now), warn: (line) => fail(line) });
  });
  beforeEach(() => running?.standIn.faults.clear());
  afterAll(() => running?.stop());
  const served = () => {
    if (!running) throw new Error('The stand-in runs only inside tests.');
    return running;
  };
  const environment = () => ({ STAMPING_PROVIDER_URL: served().url });
  const ask: StampingBench['ask'] = async (method, path, body, secret = LOCAL_USER_KEY) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const answer = await fetch(`${served().url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return Object(await answer.json());
  };
  return {
    served,
    environment,
    ask,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    testContext: (options = {}) =>
      makeScene({
        clients: new Map([[secretsManagerClient, fakeSecrets()]]),
        ...options,
        environment: { ...ENVIRONMENT, ...environment(), ...options.environment },
      }),
    issuer: async () => {
      const { id } = await ask('POST', '/organizations', { name: 'Flota' });
      const answer = await fetch(`${served().url}/organizations/${id}/apikeys/test`, {
        headers: { authorization: `Bearer ${LOCAL_USER_KEY}` },
      });
      return { ...providerKey(Object(await answer.json()).toString(), false), organizationId: String(id) };
    },
    organizations: () => [...served().standIn.state.organizations.entries()].map(([, organization]) => organization),
    documents: async (externalId) => {
      const query = externalId === undefined ? new URLSearchParams() : new URLSearchParams({ external_id: externalId });
      const route = served().standIn.localRoutes?.['GET /_local/stamping/documents'];
      const answer = await route?.({ method: 'GET', path: '', query, headers: {}, body: Buffer.alloc(0) });
      return JSON.parse(String(answer?.body)).documents;
    },
  };
}

/** A Secrets Manager that holds the two secrets of the service. */
export const fakeSecrets = () => ({
  send: async ({ input }: { input: { SecretId?: string } }) => ({
    SecretString: input.SecretId?.endsWith('data-key') ? DATA_KEY : LOCAL_USER_KEY,
    VersionId: 'version-1',
  }),
});

/** The body of a create that the provider takes. */
export const documentBody = (externalId: string, given: Readonly<Record<string, unknown>> = {}) => ({
  type: 'I',
  external_id: externalId,
  idempotency_key: `${externalId}-1`,
  customer: { legal_name: 'ACME', tax_id: 'ABC010101AB1', tax_system: '601', address: { zip: '64000' } },
  items: [
    {
      quantity: 1,
      product: {
        description: 'Flete',
        product_key: '78101802',
        unit_key: 'E48',
        price: 1000,
        tax_included: false,
        taxes: [
          { type: 'IVA', rate: 0.16 },
          { type: 'IVA', rate: 0.04, withholding: true },
        ],
      },
    },
  ],
  payment_form: '99',
  payment_method: 'PPD',
  use: 'G03',
  ...given,
});
