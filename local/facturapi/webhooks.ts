import { createHmac } from 'node:crypto';
import { invalidField, notFound } from './errors';
import { invoiceView, type StatusEvent } from './invoices';
import type { Sender } from './keys';
import { changeOrganization, organizationNamed } from './organizations';
import { type FacturapiState, type InvoiceRecord, instant, newId, newSecret, type WebhookRecord } from './state';

type Owner = Exclude<Sender, 'user'>;

/** Makes a webhook. Only this answer shows its secret. */
export function createWebhook(
  state: FacturapiState,
  { organization, livemode }: Owner,
  body: Readonly<Record<string, unknown>>,
) {
  const { url, enabled_events: events } = body;
  // Only the scheme is checked: the addresses of an emulator end in a number, which a URL parser refuses.
  if (typeof url !== 'string' || !url.startsWith('https://'))
    throw invalidField('url', '"url" must be an https address.');
  if (!Array.isArray(events) || events.length === 0)
    throw invalidField('enabled_events', '"enabled_events" is required.');
  const webhook: WebhookRecord = { id: newId(), url, livemode, secret: newSecret('whsec'), events: events.map(String) };
  changeOrganization(state, organization.id, { webhooks: [...organization.webhooks, webhook] });
  return { ...webhookView(webhook), secret: webhook.secret };
}

export const webhookViews = ({ organization, livemode }: Owner) =>
  organization.webhooks.filter((webhook) => webhook.livemode === livemode).map(webhookView);

export function deleteWebhook(state: FacturapiState, { organization }: Owner, id: string) {
  const found = organization.webhooks.find((webhook) => webhook.id === id);
  if (!found) throw notFound('webhook');
  changeOrganization(state, organization.id, {
    webhooks: organization.webhooks.filter((webhook) => webhook !== found),
  });
  return webhookView(found);
}

const webhookView = ({ id, url, livemode, events }: WebhookRecord) => ({
  id,
  url,
  livemode,
  enabled_events: events,
  status: 'enabled',
});

const TRIES = 3;
const PAUSE_MS = 500;

/** Sends an event to the webhooks of the invoice's organization and mode. The signature covers the exact bytes of the body. */
export async function deliver(
  state: FacturapiState,
  invoice: InvoiceRecord,
  type: StatusEvent,
  gateway?: string,
): Promise<void> {
  const event = {
    id: newId(),
    created_at: instant(state),
    organization: invoice.organization,
    livemode: invoice.livemode,
    type,
    data: { type: 'invoice', object: invoiceView(invoice) },
  };
  const body = JSON.stringify(event);
  const wanting = organizationNamed(state, invoice.organization).webhooks.filter(
    ({ livemode, events }) => livemode === invoice.livemode && (events.includes(type) || events.includes('*')),
  );
  await Promise.all(wanting.map(({ url, secret }) => post(reachable(url, gateway), secret, body)));
}

/** The address of the webhook on this machine: nothing here serves TLS, and the gateway may have moved to another port. */
function reachable(url: string, gateway: string | undefined): string {
  const address = new URL(url);
  if (!['127.0.0.1', 'localhost'].includes(address.hostname)) return url;
  return gateway ? `${gateway}${address.pathname}${address.search}` : url.replace(/^https:/, 'http:');
}

async function post(url: string, secret: string, body: string): Promise<void> {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'facturapi-signature': signature };
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries).unref());
  }
}
