import findMyWay from 'find-my-way';
import type { StampingAction } from '../../shared/platform/runtime/permissions';
import { jsonAnswer, type WireAnswer, type WireRequest } from '../wire';
import * as customers from './customers';
import { ApiError } from './errors';
import type { Fault } from './faults';
import { fileOf } from './files';
import * as invoices from './invoices';
import { asOrganization, asUser, deleteLiveKey, liveKeyViews, renewLiveKey, type Sender } from './keys';
import { mailInvoice } from './mails';
import * as organizations from './organizations';
import * as webhooks from './webhooks';
import * as zips from './zip-requests';

/** A request with its sender and its fault. */
export interface Call {
  readonly desk: invoices.Desk;
  readonly sender: Sender;
  readonly request: WireRequest;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly fault: Fault | undefined;
}

interface Endpoint {
  /** The name of the request in our own declaration. Faults use the same name. */
  readonly action: (request: WireRequest) => StampingAction;
  readonly run: (call: Call) => unknown;
}

const bodyOf = ({ body }: WireRequest): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(body.toString('utf8') || '{}'));
  } catch {
    throw new ApiError(400, 'invalid_json', 'The body is not valid JSON.');
  }
};

const named = (action: StampingAction) => () => action;
const pathId = ({ params }: Call): string => params.id ?? '';

/** An endpoint that only the service's own key may call. */
const user = (action: StampingAction, run: (call: Call) => unknown): Endpoint => ({
  action: named(action),
  run: (call) => {
    asUser(call.sender);
    return run(call);
  },
});

/** An endpoint that only an organization's key may call. */
const issuer = (
  action: StampingAction | Endpoint['action'],
  run: (call: Call, sender: Exclude<Sender, 'user'>) => unknown,
): Endpoint => ({
  action: typeof action === 'string' ? named(action) : action,
  run: (call) => run(call, asOrganization(call.sender)),
});

/** A page in the form of all lists of the provider. */
function pageOf<T>(all: readonly T[], query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 50);
  const page = Number(query.get('page') ?? 1);
  return {
    page,
    total_pages: Math.ceil(all.length / limit),
    total_results: all.length,
    data: all.slice((page - 1) * limit, page * limit),
  };
}

const organizationView = ({ desk }: Call, organization: Parameters<typeof organizations.organizationView>[0]) =>
  organizations.organizationView(organization, desk.manifest);

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  'POST /organizations': user('CreateOrganization', (call) =>
    organizationView(call, organizations.createOrganization(call.desk.state, bodyOf(call.request))),
  ),
  'GET /organizations': user('ListOrganizations', (call) => {
    const wanted = call.request.query.get('q')?.toLowerCase() ?? '';
    const found = [...call.desk.state.organizations.entries()]
      .map(([, organization]) => organization)
      .filter(({ legal }) => JSON.stringify(legal).toLowerCase().includes(wanted));
    return pageOf(
      found.map((one) => organizationView(call, one)),
      call.request.query,
    );
  }),
  'GET /organizations/:id': user('RetrieveOrganization', (call) =>
    organizationView(call, organizations.organizationNamed(call.desk.state, pathId(call))),
  ),
  'PUT /organizations/:id/legal': user('UpdateOrganizationLegal', (call) =>
    organizationView(call, organizations.updateLegal(call.desk.state, pathId(call), bodyOf(call.request))),
  ),
  'PUT /organizations/:id/certificate': user('UploadOrganizationCertificate', async (call) => {
    const { body, headers } = call.request;
    const form = await organizations.sealFormOf(body, String(headers['content-type']));
    return organizationView(call, organizations.uploadCertificate(call.desk.state, pathId(call), form));
  }),
  'GET /organizations/:id/apikeys/test': user(
    'GetTestApiKey',
    (call) => organizations.organizationNamed(call.desk.state, pathId(call)).testKey,
  ),
  'GET /organizations/:id/apikeys/live': user('ListLiveApiKeys', (call) =>
    liveKeyViews(organizations.organizationNamed(call.desk.state, pathId(call))),
  ),
  'PUT /organizations/:id/apikeys/live': user('RenewLiveApiKey', (call) =>
    renewLiveKey(call.desk.state, pathId(call), call.desk.manifest),
  ),
  'DELETE /organizations/:id/apikeys/live/:keyId': user('DeleteLiveApiKey', (call) =>
    deleteLiveKey(call.desk.state, pathId(call), call.params.keyId ?? ''),
  ),
  'POST /customers': issuer('CreateCustomer', ({ desk, request }, sender) =>
    customers.createCustomer(desk.state, sender, bodyOf(request), request.query.get('createEditLink') === 'true'),
  ),
  'GET /customers/:id/tax-info-validation': issuer('ValidateCustomer', (call, sender) =>
    customers.validateCustomer(call.desk.state, sender, pathId(call)),
  ),
  'DELETE /customers/:id': issuer('DeleteCustomer', (call, sender) =>
    customers.deleteCustomer(call.desk.state, sender, pathId(call)),
  ),
  'POST /webhooks': issuer('CreateWebhook', (call, sender) =>
    webhooks.createWebhook(call.desk.state, sender, bodyOf(call.request)),
  ),
  'GET /webhooks': issuer('ListWebhooks', (call, sender) => pageOf(webhooks.webhookViews(sender), call.request.query)),
  'DELETE /webhooks/:id': issuer('DeleteWebhook', (call, sender) =>
    webhooks.deleteWebhook(call.desk.state, sender, pathId(call)),
  ),
  'POST /invoices': issuer('CreateInvoice', (call, sender) =>
    invoices.invoiceView(invoices.createInvoice(call.desk, sender, bodyOf(call.request), call.fault)),
  ),
  'GET /invoices': issuer('ListInvoices', ({ desk, request }, sender) => {
    const externalId = request.query.get('external_id');
    const all = invoices
      .invoicesOf(desk, sender)
      .filter(({ body }) => externalId === null || body.external_id === externalId);
    return pageOf(all.map(invoices.invoiceView), request.query);
  }),
  'POST /invoices/zip-requests': issuer('CreateZipRequest', ({ desk, request, fault }, sender) =>
    zips.zipView(desk.state, zips.createZipRequest(desk.state, sender, bodyOf(request), fault)),
  ),
  'GET /invoices/zip-requests/:id': issuer('RetrieveZipRequest', (call, sender) =>
    zips.zipView(call.desk.state, zips.zipRequestOf(call.desk.state, sender, pathId(call))),
  ),
  'GET /invoices/zip-requests/:id/zip': issuer(
    'DownloadZipRequest',
    (call, sender) => new File(zips.zipOf(call.desk, sender, pathId(call))),
  ),
  'GET /invoices/:id': issuer('RetrieveInvoice', (call, sender) =>
    invoices.invoiceView(invoices.invoiceOf(call.desk, sender, pathId(call))),
  ),
  'PUT /invoices/:id': issuer('UpdateDraftInvoice', (call, sender) =>
    invoices.invoiceView(invoices.updateDraft(call.desk, sender, pathId(call), bodyOf(call.request))),
  ),
  'POST /invoices/:id/stamp': issuer('StampDraftInvoice', (call, sender) =>
    invoices.invoiceView(invoices.stampDraft(call.desk, sender, pathId(call), call.fault)),
  ),
  'PUT /invoices/:id/status': issuer('UpdateInvoiceStatus', (call, sender) =>
    invoices.invoiceView(invoices.invoiceOf(call.desk, sender, pathId(call))),
  ),
  'DELETE /invoices/:id': issuer(
    ({ query }) => (query.get('motive') === null ? 'DeleteDraftInvoice' : 'CancelInvoice'),
    (call, sender) =>
      invoices.invoiceView(invoices.cancelInvoice(call.desk, sender, pathId(call), call.request.query, call.fault)),
  ),
  'POST /invoices/:id/email': issuer('SendInvoiceByEmail', (call, sender) =>
    mailInvoice(call.desk.state, invoices.invoiceOf(call.desk, sender, pathId(call)), bodyOf(call.request)),
  ),
  'GET /invoices/:id/pdf': issuer('DownloadInvoice', (call, sender) => download(call, sender, 'pdf')),
  'GET /invoices/:id/xml': issuer('DownloadInvoice', (call, sender) => download(call, sender, 'xml')),
};

class File {
  constructor(readonly answer: WireAnswer) {}
}

function download(call: Call, sender: Exclude<Sender, 'user'>, format: 'pdf' | 'xml'): File {
  const invoice = invoices.invoiceOf(call.desk, sender, pathId(call));
  if (invoice.uuid === undefined) throw new ApiError(400, 'invoice_not_stamped', 'The invoice is not stamped.');
  return new File(fileOf(invoice, format));
}

/** Finds the endpoint of a request, ready to run; undefined when the provider has no such endpoint. */
export type Found = {
  readonly action: StampingAction;
  readonly run: (call: Omit<Call, 'params' | 'request'>) => Promise<WireAnswer>;
};

export function router(): (request: WireRequest) => Found | undefined {
  const find = findMyWay();
  for (const route of Object.keys(ENDPOINTS)) {
    const [method = '', path = ''] = route.split(' ');
    find.on(method as 'GET', `/v2${path}`, () => undefined, route);
  }
  return (request) => {
    const match = find.find(request.method as 'GET', request.path);
    const endpoint = match && ENDPOINTS[String(match.store)];
    if (!match || !endpoint) return undefined;
    return {
      action: endpoint.action(request),
      run: async (call) => answerOf(await endpoint.run({ ...call, request, params: match.params })),
    };
  };
}

/** Answers 202 for a document that is still pending. The provider does so too, and the SDK does not show it. */
function answerOf(result: unknown): WireAnswer {
  if (result instanceof File) return result.answer;
  return jsonAnswer(Object(result).status === 'pending' ? 202 : 200, result);
}
