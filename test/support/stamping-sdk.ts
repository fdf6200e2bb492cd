import type { StampingSdk } from '../../shared/stamping/provider/sdk';

export const DATA_KEY = 'ab'.repeat(32);
export const USER_KEY = 'sk_user_0123456789abcdef';
export const TEST_KEY = 'sk_test_0123456789abcdef';
export const LIVE_KEY = 'sk_live_0123456789abcdef';
const WEBHOOK_SECRET = 'whsec_0123456789abcdef';

const ORGANIZATION = { id: 'organization-1', is_production_ready: true, pending_steps: [], legal: { name: '' } };
const DOCUMENT = { id: 'document-1', status: 'valid', cancellation_status: 'none', livemode: false };

/** A zip without files: the record of its end alone. */
const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);

/** A provider that accepts every call. Tests of refusals use the stand-in. */
export const willingSdk = (): StampingSdk => ({
  invoices: {
    create: async ({ external_id }) => ({ ...DOCUMENT, external_id }),
    list: async () => ({ data: [] }),
    retrieve: async (id) => ({ ...DOCUMENT, id }),
    updateStatus: async (id) => ({ ...DOCUMENT, id }),
    updateDraft: async (id) => ({ ...DOCUMENT, id, status: 'draft' }),
    stampDraft: async (id) => ({ ...DOCUMENT, id }),
    cancel: async (id) => ({ ...DOCUMENT, id, status: 'canceled', cancellation_status: 'accepted' }),
    sendByEmail: async () => ({ ok: true }),
    downloadPdf: async () => new Blob(['%PDF-1.4\n%%EOF\n']),
    downloadXml: async () => new Blob(['<xml/>']),
    createZipRequest: async () => ({ id: 'zip-1', status: 'pending' }),
    retrieveZipRequest: async (id) => ({ id, status: 'finished' }),
    downloadZipRequest: async () => EMPTY_ZIP,
  },
  organizations: {
    create: async () => ORGANIZATION,
    list: async () => ({ data: [] }),
    retrieve: async () => ORGANIZATION,
    updateLegal: async () => ORGANIZATION,
    uploadCertificate: async () => ORGANIZATION,
    getTestApiKey: async () => TEST_KEY,
    listLiveApiKeys: async () => [],
    renewLiveApiKey: async () => LIVE_KEY,
    deleteLiveApiKey: async () => [],
  },
  customers: {
    create: async () => ({ id: 'customer-1', created_at: new Date().toISOString() }),
    validateTaxInfo: async () => ({ is_valid: true, errors: [] }),
    del: async () => ({}),
  },
  webhooks: {
    create: async () => ({ id: 'webhook-1', secret: WEBHOOK_SECRET }),
    list: async () => ({ data: [] }),
    del: async () => ({}),
  },
});
