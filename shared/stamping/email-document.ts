import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { clientKey } from '../clients/client';
import { hasDocument, type InvoiceRecord } from '../invoices/invoice-record';
import { AppError, validationError } from '../platform/errors';
import { capability, type Deps } from '../platform/runtime/capability';
import { spendDailyOfTeam } from '../platform/table/quota';
import { getItem } from '../platform/table/read';
import { transact } from '../platform/table/transact';
import { Email, List, Uuid } from '../platform/values/fields';
import { keyFor } from './find-documents';
import { openKeys } from './organization/open-keys';
import { sendByEmail } from './provider/documents';
import { STAMPING_RULES } from './stamping-rules';

const MOST_RECIPIENTS = 10;
/** The mails of a team on one day. */
const MOST_A_DAY = 200;

/** Body of POST /invoices/{id}/email. Without `to` the mail goes to the address of the client. */
export const EmailBody = v.object({
  teamId: Uuid,
  /** The receivers. Absent: the customer’s address. */
  to: v.optional(List(Email, MOST_RECIPIENTS, 1)),
});

/** Counts a mail against the team's limit of the day, before it is sent. */
const spendMail = capability(
  { table: ['UpdateItem'], tableKeys: ['QUOTA#'] },
  (context) => (teamId: string) =>
    spendDailyOfTeam(context, {
      teamId,
      what: 'INVOICE_MAIL',
      most: MOST_A_DAY,
      message: {
        en: `The team has mailed ${MOST_A_DAY} documents today, which is its limit. Go on tomorrow.`,
        es: `La empresa ya envió hoy ${MOST_A_DAY} comprobantes por correo, que es su límite. Continúe mañana.`,
      },
    }),
);

const readClient = capability(
  { table: ['GetItem'], tableKeys: ['TEAM#'] },
  (context) => (teamId: string, clientId: string) => getItem(context, clientKey(teamId, clientId)),
);

/** The audit has the number of recipients. Their addresses are data of persons, and stay out of it. */
const recordMail = capability(
  { table: ['PutItem'], tableKeys: ['TEAM#'] },
  (context) =>
    (actor: TeamActor, { id }: InvoiceRecord, recipients: number) =>
      transact(context, [
        auditStep(context, actor, { entityType: 'INVOICE', entityId: id, action: 'EMAIL', changes: { recipients } }),
      ]),
);

export const EMAIL_USES = {
  rules: capability({}, () => STAMPING_RULES),
  openKeys,
  readClient,
  spendMail,
  sendByEmail,
  recordMail,
};

/** Lets the provider mail PDF and XML of a document, and returns the recipients. */
export async function emailDocument(
  deps: Deps<typeof EMAIL_USES>,
  actor: TeamActor,
  record: InvoiceRecord,
  sent: readonly string[] | undefined,
): Promise<string[]> {
  if (!hasDocument(record) || record.providerId === null) throw new AppError('INVOICE_WITHOUT_DOCUMENT');
  const to = sent ? [...sent] : [await addressOfClient(deps, record)];
  const key = await keyFor(deps, record);
  if (key === undefined) throw new AppError('PROVIDER_ERROR');
  await deps.spendMail(record.teamId);
  await deps.sendByEmail(key, record.providerId, to);
  await deps.recordMail(actor, record, to.length);
  return to;
}

async function addressOfClient(
  { readClient: read }: Pick<Deps<typeof EMAIL_USES>, 'readClient'>,
  { teamId, clientId }: InvoiceRecord,
): Promise<string> {
  const client = clientId === null ? undefined : await read(teamId, clientId);
  if (client?.email) return client.email;
  throw validationError('to', {
    en: 'The client has no e-mail address. Send the addresses in "to", or add one to the client.',
    es: 'El cliente no tiene correo electrónico. Envíe las direcciones en "to", o agregue una al cliente.',
  });
}
