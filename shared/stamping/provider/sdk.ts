import Facturapi from 'facturapi';
import type { ClientFactory } from '../../platform/runtime/context';

type Body = Readonly<Record<string, unknown>>;

/** All that is used of the provider's SDK, so that a test can put another in its place. Answers are read by schemas: its types promise much. */
export interface StampingSdk {
  readonly invoices: {
    create(body: Body): Promise<unknown>;
    list(filter: Body): Promise<unknown>;
    retrieve(id: string): Promise<unknown>;
    updateStatus(id: string): Promise<unknown>;
    updateDraft(id: string, body: Body): Promise<unknown>;
    stampDraft(id: string): Promise<unknown>;
    /** Without a motive it deletes a draft. */
    cancel(id: string, motive?: { readonly motive: string; readonly substitution?: string }): Promise<unknown>;
    downloadPdf(id: string): Promise<unknown>;
    downloadXml(id: string): Promise<unknown>;
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
  readonly webhooks: {
    create(body: Body): Promise<unknown>;
    list(filter: Body): Promise<unknown>;
    del(id: string): Promise<unknown>;
  };
}

/** Makes the SDK for one key. It is not kept: a key is in memory only while it is used. */
export type MakeStampingSdk = (secret: string, address: string) => StampingSdk;

export const stampingSdk: ClientFactory<MakeStampingSdk> = () => (secret, address) => {
  const sdk = new Facturapi(secret);
  sdk.BASE_URL = address;
  const { invoices, organizations, webhooks } = sdk;
  return {
    invoices: Object.assign(invoices, {
      // The SDK's own type asks for a motive, and a draft must be deleted without one.
      cancel: (id: string, motive?: object) => invoices.client.delete(`/invoices/${id}`, { params: { ...motive } }),
    }),
    organizations,
    webhooks,
  };
};
