import Facturapi from 'facturapi';
import type { ClientFactory } from '../../platform/runtime/context';

type Body = Readonly<Record<string, unknown>>;

/**
 * The part of the provider's SDK that we use, so that tests can replace it. Answers are `unknown`: schemas read them,
 * because the SDK's types promise more than the provider sends.
 */
export interface StampingSdk {
  readonly invoices: {
    create(body: Body): Promise<unknown>;
    list(filter: Body): Promise<unknown>;
    retrieve(id: string): Promise<unknown>;
    updateStatus(id: string): Promise<unknown>;
    updateDraft(id: string, body: Body): Promise<unknown>;
    stampDraft(id: string): Promise<unknown>;
    /** Deletes a draft when no motive is sent. */
    cancel(id: string, motive?: { readonly motive: string; readonly substitution?: string }): Promise<unknown>;
    sendByEmail(id: string, options: { readonly email: string[] }): Promise<unknown>;
    downloadPdf(id: string): Promise<unknown>;
    downloadXml(id: string): Promise<unknown>;
    createZipRequest(body: Body): Promise<unknown>;
    retrieveZipRequest(id: string): Promise<unknown>;
    downloadZipRequest(id: string): Promise<unknown>;
  };
  readonly organizations: {
    create(body: Body): Promise<unknown>;
    list(filter: Body): Promise<unknown>;
    retrieve(id: string): Promise<unknown>;
    updateLegal(id: string, body: Body): Promise<unknown>;
    uploadCertificate(id: string, cer: Uint8Array, key: Uint8Array, password: string): Promise<unknown>;
    getTestApiKey(id: string): Promise<unknown>;
    listLiveApiKeys(id: string): Promise<unknown>;
    renewLiveApiKey(id: string): Promise<unknown>;
    deleteLiveApiKey(id: string, keyId: string): Promise<unknown>;
  };
  readonly customers: {
    create(body: Body, params: Body): Promise<unknown>;
    validateTaxInfo(id: string): Promise<unknown>;
    del(id: string): Promise<unknown>;
  };
  readonly webhooks: {
    create(body: Body): Promise<unknown>;
    list(filter: Body): Promise<unknown>;
    del(id: string): Promise<unknown>;
  };
}

/**
 * Creates the SDK for one call: for its key, and with the signal that ends it. The result is not cached: a key stays in
 * memory only while it is used.
 */
export type MakeStampingSdk = (secret: string, address: string, signal: AbortSignal) => StampingSdk;

export const stampingSdk: ClientFactory<MakeStampingSdk> = () => (secret, address, signal) => {
  const sdk = new Facturapi(secret);
  sdk.BASE_URL = address;
  const { customers, invoices, organizations, webhooks } = sdk;
  limitRequests(invoices.client, signal);
  return {
    customers,
    invoices: Object.assign(invoices, {
      // The SDK's type requires a motive, but a draft must be deleted without one.
      cancel: (id: string, motive?: object) => invoices.client.delete(`/invoices/${id}`, { params: { ...motive } }),
      // The SDK's type requires its own enumerations.
      createZipRequest: (body: Body) => invoices.client.post('/invoices/zip-requests', { body }),
    }),
    organizations,
    webhooks,
  };
};

/**
 * All resources of one SDK share this client. It passes options that it does not know on to `fetch`. A redirect is an error: it would send
 * the key and the document to an address that no setting names.
 */
function limitRequests(client: Facturapi['invoices']['client'], signal: AbortSignal): void {
  const { request } = client;
  const limits = { signal, redirect: 'error' } as const;
  client.request = (path, options) => request.call(client, path, Object.assign({ ...limits }, options));
}
