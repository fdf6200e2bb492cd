import { join } from 'node:path';
import { openJournal } from '../journal';
import { jsonAnswer, type Wire } from '../wire';

/** A mail that the deployed service would have sent. */
export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The code in the mail, so that tests and scripts do not parse its text. */
  readonly code?: string;
  readonly sentAt: string;
}

export interface Outbox {
  readonly send: (mail: Omit<SentMail, 'sentAt'>) => void;
  /** Newest first, to one address or to all. */
  readonly messages: (to?: string) => SentMail[];
  readonly close: () => void;
}

/** Keeps every mail of the service, and sends none. */
export function openOutbox(dataDir: string, now: () => Date): Outbox {
  const journal = openJournal<SentMail>(join(dataDir, 'outbox.jsonl'));
  let sent = [...journal.entries()].length;
  return {
    send: (mail) => {
      sent += 1;
      journal.set(String(sent), { ...codeIn(mail.text), ...mail, sentAt: now().toISOString() });
    },
    messages: (to) => {
      const wanted = to?.toLowerCase();
      const all = [...journal.entries()].map(([, mail]) => mail).reverse();
      return wanted ? all.filter((mail) => mail.to.toLowerCase() === wanted) : all;
    },
    close: journal.close,
  };
}

/** The code that a mail of the service names. Cognito's mails bring their code with them. */
function codeIn(text: string): { code?: string } {
  const [, code] = /Código: (\d{6})\b/.exec(text) ?? [];
  return code === undefined ? {} : { code };
}

/** Answers `GET /_local/outbox?to=` after each queued mail had its first delivery. */
export const outboxRoute =
  (outbox: Outbox, delivered: () => Promise<void>): Wire =>
  async ({ query }) => {
    await delivered();
    return jsonAnswer(200, { messages: outbox.messages(query.get('to') ?? undefined) });
  };
