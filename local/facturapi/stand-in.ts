import { TEST_SEAL } from '../seed/seal';
import type { CloudServices, StandIn } from '../stand-in';
import { jsonAnswer, type Wire, type WireRequest } from '../wire';
import { ApiError, errorAnswer } from './errors';
import { answerWith, type Faults, makeFaults } from './faults';
import { type Desk, invoiceView, type StatusEvent, settle } from './invoices';
import { senderOf } from './keys';
import type { Manifest } from './organizations';
import { router } from './routes';
import { type FacturapiState, type InvoiceRecord, openState } from './state';
import { deliver } from './webhooks';

export interface FacturapiStandIn extends StandIn {
  readonly faults: Faults;
  readonly manifest: Manifest;
  /** The records of the stand-in. */
  readonly state: FacturapiState;
}

/** The interval at which it settles pending documents, so that their webhooks are sent without a request. */
const SETTLE_EVERY_MS = 1_000;

/**
 * The stamping provider: the part of Facturapi's API v2 that this service calls, over its own protocol, with faults that can be switched
 * on.
 */
export function facturapi(services: Pick<CloudServices, 'dataDir' | 'now' | 'warn' | 'gateway'>): FacturapiStandIn {
  const state = openState(services);
  const faults = makeFaults();
  const manifest: Manifest = { isPending: false };
  const underWay = new Set<Promise<void>>();
  const announce = (invoice: InvoiceRecord, event: StatusEvent): void => {
    const delivery = deliver(state, invoice, event, services.gateway)
      .catch((failure: unknown) =>
        services.warn(
          `A webhook was not delivered, so the invoice changes at its next refresh or recovery: ${failure}`,
        ),
      )
      .finally(() => underWay.delete(delivery));
    underWay.add(delivery);
  };
  const desk: Desk = { state, manifest, announce };
  const timer = setInterval(() => settleAll(desk), SETTLE_EVERY_MS).unref();
  return {
    faults,
    manifest,
    state,
    answer: answerOf(desk, faults),
    environment: (endpoint) => ({ STAMPING_PROVIDER_URL: `${endpoint}/v2` }),
    localRoutes: { ...faults.localRoutes, ...localRoutes(state, manifest) },
    settle: async () => {
      settleAll(desk);
      await Promise.all(underWay);
    },
    stop: async () => {
      clearInterval(timer);
      state.close();
    },
  };
}

const answerOf = (desk: Desk, faults: Faults): Wire => {
  const find = router();
  return async (request) => {
    const found = find(request);
    if (!found)
      return errorAnswer(
        new ApiError(404, 'not_found', `The stand-in does not support ${request.method} ${request.path}.`),
      );
    const fault = faults.take(found.action);
    return answerWith(fault, async () => {
      try {
        const sender = senderOf(desk.state, request.headers.authorization);
        return await found.run({ desk, sender, fault });
      } catch (failure) {
        if (failure instanceof ApiError) return errorAnswer(failure);
        throw failure;
      }
    });
  };
};

function settleAll(desk: Desk): void {
  for (const [, invoice] of [...desk.state.invoices.entries()]) settle(desk, invoice);
}

const localRoutes = (state: FacturapiState, manifest: Manifest): Record<string, Wire> => ({
  'GET /_local/stamping/seal': () => jsonAnswer(200, TEST_SEAL),
  'GET /_local/stamping/documents': ({ query }: WireRequest) => {
    const wanted = query.get('external_id');
    const documents = [...state.invoices.entries()]
      .map(([, invoice]) => invoiceView(invoice))
      .filter(({ external_id }) => wanted === null || external_id === wanted);
    return jsonAnswer(200, { documents, count: documents.length });
  },
  'GET /_local/stamping/mails': () => jsonAnswer(200, { mails: state.mails, count: state.mails.length }),
  'POST /_local/stamping/manifest': ({ body }: WireRequest) => {
    manifest.isPending = Object(JSON.parse(body.toString('utf8') || '{}')).isPending === true;
    return jsonAnswer(200, manifest);
  },
});
