import * as v from 'valibot';

/** Request units of the table. */
export interface Units {
  readonly read: number;
  readonly write: number;
}

/** The seal of a taxpayer that does not exist, as the SAT publishes it. */
const SigningCertificate = v.object({
  legalName: v.string(),
  taxRegime: v.string(),
  cerFile: v.string(),
  keyFile: v.string(),
  password: v.string(),
});

/** The stand-in of the stamping provider: its documents have no fiscal value, and it can be told to fail. */
export interface StampingStandIn {
  readonly seal: () => Promise<v.InferOutput<typeof SigningCertificate>>;
  /** The next document is stamped, and nobody is told so. */
  readonly loseNextAnswer: () => Promise<void>;
}

/** What the story has to know that no front end is told. */
export interface Backstage {
  /** The code in the newest mail to an address. */
  readonly mailedCode: (email: string) => Promise<string>;
  /** What a request cost at the table; undefined where nobody counts. */
  readonly unitsOf: (requestId: string) => Promise<Units | undefined>;
  /** Undefined where documents would be real. */
  readonly stamping: StampingStandIn | undefined;
}

const Usage = v.object({
  calls: v.array(v.object({ requestId: v.string(), readUnits: v.number(), writeUnits: v.number() })),
});
const Outbox = v.object({ messages: v.array(v.object({ code: v.optional(v.string()) })) });

/** The outbox and the counters of `npm start`; undefined where another server answers. Rejects where none does. */
export async function localBackstage(url: string): Promise<Backstage | undefined> {
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();
  const answer = await fetch(`${url}/_local/usage`);
  await answer.arrayBuffer();
  if (answer.status !== 200) return undefined;
  return {
    mailedCode: async (email) => {
      const { messages } = v.parse(Outbox, await get(`/_local/outbox?to=${encodeURIComponent(email)}`));
      const [newest] = messages;
      if (newest?.code === undefined) throw new Error(`No mail with a code came to ${email}.`);
      return newest.code;
    },
    unitsOf: async (requestId) => {
      const { calls } = v.parse(Usage, await get('/_local/usage'));
      const call = calls.find((one) => one.requestId === requestId);
      return call && { read: call.readUnits, write: call.writeUnits };
    },
    stamping: {
      seal: async () => v.parse(SigningCertificate, await get('/_local/stamping/seal')),
      loseNextAnswer: async () => {
        const body = JSON.stringify({ fault: 'LOSE_ANSWER', actions: ['CreateInvoice'] });
        await fetch(`${url}/_local/stamping/faults`, { method: 'POST', body });
      },
    },
  };
}

/** A deployed service, whose mails are read elsewhere and whose costs stand in its own metrics. */
export const deployedBackstage = (mailedCode: Backstage['mailedCode']): Backstage => ({
  mailedCode,
  unitsOf: async () => undefined,
  stamping: undefined,
});
