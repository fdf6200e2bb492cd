import * as v from 'valibot';

const Outbox = v.object({ messages: v.array(v.object({ code: v.optional(v.string()) })) });

/** The mailbox and the faults of a server that `npm start` runs: routes that no deployed service has. */
export const localServer = (url: string) => ({
  /** The code in the newest mail to an address. */
  mailedCode: async (email: string): Promise<string> => {
    const answer = await fetch(`${url}/_local/outbox?to=${encodeURIComponent(email)}`);
    const [newest] = v.parse(Outbox, await answer.json()).messages;
    if (newest?.code === undefined) throw new Error(`No mail with a code came to ${email}.`);
    return newest.code;
  },
  /** Makes a fault happen to the next requests to the stamping provider. */
  fault: async (fault: Readonly<Record<string, unknown>>): Promise<void> => {
    const answer = await fetch(`${url}/_local/stamping/faults`, { method: 'POST', body: JSON.stringify(fault) });
    if (!answer.ok) throw new Error(`The stamping stand-in did not take the fault: ${await answer.text()}`);
  },
});
