import type * as v from 'valibot';
import type { NewApiKey } from '../../shared/teams/api-key';
import { TRACKING_TOKEN_BYTES } from '../../shared/trips/tracking-link';
import type { EndpointFields } from '../../shared/webhook-endpoints/endpoint';
import { fixedBytes, fixedId } from './identifiers';

/** What the demo's accounting system and its customers use. */

export const API_KEY: { readonly id: string; readonly fields: NewApiKey } = {
  id: fixedId('apiKey', 1),
  fields: { name: 'Sistema contable', scopes: ['invoices:read', 'clients:read'], role: 'MEMBER' },
};

/** No machine can have this name, so no computer receives the events of the demo. */
export const WEBHOOK_ENDPOINT: { readonly id: string; readonly fields: v.InferOutput<typeof EndpointFields> } = {
  id: fixedId('webhookEndpoint', 1),
  fields: {
    url: 'https://contabilidad.sierra-madre.example/fleet',
    types: ['invoice.error'],
    description: 'Sistema contable',
  },
};

/** A customer follows the truck by it. */
export const TRACKING_LINK = {
  id: fixedId('trackingLink', 1),
  tripId: fixedId('trip', 10),
  token: Buffer.from(fixedBytes('tracking link', TRACKING_TOKEN_BYTES)).toString('base64url'),
};

/** The file of clients whose import was checked and not written. */
export const CLIENTS_FILE = {
  importId: fixedId('import', 1),
  fileName: 'clientes.csv',
  text: 'externalId,name,paymentTerms\r\nERP-1,Aceros del Bajío,30\r\nERP-2,Vidrios del Norte,15\r\n',
};
