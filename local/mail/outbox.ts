import { join } from 'node:path';
import { openJournal } from '../journal';
import { jsonAnswer, type Wire } from '../wire';

/** A mail that would have left for a real mailbox. */
export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The code that the mail carries, so that a test or a script need not read it out of the text. */
  readonly code?: string;
  readonly sentAt: string;
}

export interface Outbox {
  readonly send: (mail: Omit<SentMail, 'sentAt'>) => void;
  /** Newest first, to one address or to all. */
  readonly messages: (to?: string) => SentMail[];
  readonly close: () => void;
}

/** Keeps every mail the service sends, and sends none. */
export function openOutbox(dataDir: string, now: () => Date): Outbox {
  const journal = openJournal<SentMail>(join(dataDir, 'outbox.jsonl'));
  let sent = [...journal.entries()].length;
  return {
    send: (mail) => {
      sent += 1;
      journal.set(String(sent), { ...mail, sentAt: now().toISOString() });
    },
    messages: (to) => {
      const wanted = to?.toLowerCase();
      const all = [...journal.entries()].map(([, mail]) => mail).reverse();
      return wanted ? all.filter((mail) => mail.to.toLowerCase() === wanted) : all;
    },
    close: journal.close,
  };
}

/** `GET /_local/outbox?to=`, once the mails that are queued by now had their first delivery. */
export const outboxRoute =
  (outbox: Outbox, delivered: () => Promise<void>): Wire =>
  async ({ query }) => {
    await delivered();
    return jsonAnswer(200, { messages: outbox.messages(query.get('to') ?? undefined) });
  };
