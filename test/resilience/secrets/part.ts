import { OPERATIONS } from '../../../functions/catalog';
import { poolAuthOf } from '../../../shared/identity/caller';
import type { Operation } from '../../../shared/operation/define';
import type { OutboundCall, Runtime } from '../../../shared/platform/runtime/context';
import { Chance } from '../../load/chance';
import { insertMembership } from '../../support/store-fleet';
import { requestOf } from '../attack/requests';
import { type AttackedTeam, buildTeam, operationAt } from '../attack/teams';
import { type Answered, type Attack, type AttackWorld, inWorld } from '../attack/world';
import { type Findings, type HardPart, isInFocus, type Settings } from '../part';
import { FAULTS, type Fault, QUOTING } from './faults';
import { NEEDLES, planted } from './planted';
import { type Needle, Search } from './search';
import { tellStories } from './stories';
import { auditPackages, searchTree } from './tree';

/** Secrets sent wherever one is taken, with services that are well and that are not; afterwards they are looked for. */
export const part: HardPart = {
  id: 'secrets',
  title: 'Secrets and personal data stay where they belong',
  run: (settings) =>
    inWorld(async (world): Promise<Findings> => {
      const team = await buildTeam(world, 'Mine');
      const gathered = new Gathered(world, settings);
      const told = await tellStories(world, team, gathered.tell);
      settings.progress(`stories told, ${told.length} secrets in them`);
      const count = await plantEverywhere(world, team, gathered, settings);
      settings.progress(`${count} values planted`);
      return findings(gathered, [...NEEDLES, ...gathered.tokens, ...told], await world.everything(), count, settings);
    }),
};

/** All that was said while requests were tried, for somebody to look through. */
class Gathered {
  readonly logs: string[] = [];
  readonly errors: string[] = [];
  readonly traces: string[] = [];
  readonly tokens: Needle[] = [];
  requests = 0;
  faults = 0;
  private readonly chance: Chance;

  constructor(
    private readonly world: AttackWorld,
    private readonly settings: Settings,
  ) {
    this.chance = new Chance(settings.seed);
  }

  /** A request of a story goes well, after it met a pool that refused it with all that was sent. */
  readonly tell = async (file: string, attack: Attack): Promise<Answered> => {
    const sent = JSON.stringify(attack);
    this.world.befall((call, send) => (isPool(call) ? QUOTING.befall(call, send, sent) : send()));
    await this.send(operationAt(file), attack);
    this.world.befall();
    this.faults += 1;
    return this.send(operationAt(file), attack);
  };

  /** Sends a request as it is, and then with faults: all of them in the long form, one that chance draws in the short. */
  async tryAll(operation: Operation, attack: Attack): Promise<void> {
    const { calls } = await this.send(operation, attack);
    const all = calls.flatMap((call, at) =>
      FAULTS.filter((fault) => fault.befalls(call)).map((fault) => ({ fault, at })),
    );
    const drawn = all[this.chance.below(all.length)];
    const chosen = this.settings.form === 'long' ? all : drawn ? [drawn] : [];
    for (const { fault, at } of chosen) {
      if (Date.now() > this.settings.until) break;
      this.world.befall(nth(fault, at, JSON.stringify(attack)));
      await this.send(operation, attack);
      this.faults += 1;
    }
    this.world.befall();
  }

  private async send(operation: Operation, attack: Attack): Promise<Answered> {
    // Each from somewhere else, so that no limit is in the way.
    const sourceIp = `203.0.${this.requests >> 8}.${this.requests % 256}`;
    const answer = await this.world.send(operation, { ...attack, sourceIp });
    this.requests += 1;
    this.logs.push(...this.world.takeLogs());
    this.traces.push(...answer.calls.map((call) => JSON.stringify(call)));
    if (answer.status >= 400)
      this.errors.push(`${operation.id} ${answer.status} ${answer.text} ${JSON.stringify(answer.headers)}`);
    return answer;
  }
}

const isPool = ({ resource }: OutboundCall): boolean => /Pool$|^userToken$/.test(resource);

/** A fault that befalls one call of a request, by its place. */
function nth(fault: Fault, at: number, sent: string): Runtime['outbound'] {
  let count = 0;
  return (call: OutboundCall, send) => {
    count += 1;
    return count - 1 === at ? fault.befall(call, send, sent) : send();
  };
}

/** Every operation, with everything planted that it takes. */
async function plantEverywhere(
  world: AttackWorld,
  team: AttackedTeam,
  gathered: Gathered,
  { focus }: Settings,
): Promise<number> {
  const { identifiers, owner, subs, drivers } = team;
  const { teamId = '' } = identifiers;
  const claims = {
    staff: { sub: owner },
    drivers: { sub: subs.assigned, 'custom:teamId': teamId, 'custom:driverId': drivers.assigned },
  };
  let values = 0;
  for (const [file, operation] of Object.entries(OPERATIONS)) {
    if (!isInFocus(file, focus)) continue;
    // Whom the operations before it have demoted is its owner again.
    await insertMembership(world.testContext, { teamId, userId: owner, email: 'mine.owner@x.mx', role: 'OWNER' });
    const { attack, count } = planted(operation, requestOf(operation, identifiers));
    const pool = poolAuthOf(operation.auth)?.pool;
    const token = pool && (await world.tokenOf(pool, claims[pool]));
    if (token) gathered.tokens.push({ what: `the access token of ${operation.id}`, value: token });
    const headers = { ...attack.headers, ...(token && { authorization: `Bearer ${token}` }) };
    await gathered.tryAll(operation, { ...attack, headers });
    values += count + 1;
  }
  return values;
}

/** Entries of the audit tell which fields were changed, and never to what. */
const isAudit = (item: string): boolean => /"sk":"EVENT#/.test(item);

function findings(
  { logs, errors, traces, requests, faults }: Gathered,
  needles: readonly Needle[],
  items: readonly string[],
  values: number,
  { form }: Settings,
): Findings {
  const search = new Search(needles);
  const secrets = (needle: Needle): boolean => needle.isPersonal !== true;
  const told = (place: string, texts: readonly string[], looked?: typeof secrets): string[] =>
    texts.flatMap((text) => search.in(text, looked).map((what) => `${what} stands in ${place}: ${text.slice(0, 300)}`));
  const tree = searchTree();
  const audit = form === 'long' ? auditPackages() : undefined;
  const failures = [
    ...told('a log line', logs),
    ...told('a trace', traces),
    ...told('an error answer', errors, secrets),
    ...told('an item of the table', items, secrets),
    ...told('the audit', items.filter(isAudit)),
    ...tree.found.map((file) => `${file} has what looks like a secret.`),
    ...(audit?.found ?? []).map((name) => `The registry knows something against ${name}.`),
    ...(search.in(needles.map(({ value }) => value).join('\n')).length < needles.length
      ? ['The search does not find what is there.']
      : []),
  ];
  const none = `none of ${needles.length} secrets, nor base 64, URL-encoded or escaped`;
  return {
    rows: [
      {
        tried: `requests of ${Object.keys(OPERATIONS).length} operations with ${values} planted values, and of stories that go well`,
        times: requests,
        held: `${faults} of them with a fault at one of their calls`,
      },
      {
        tried: 'log lines searched for passwords, tokens, codes, keys, RFC, CURP and telephones',
        times: logs.length,
        held: none,
      },
      { tried: 'answers of errors searched for secrets', times: errors.length, held: none },
      { tried: 'traces of outbound calls searched', times: traces.length, held: none },
      {
        tried: 'items of the table searched for secrets, the audit for personal data too',
        times: items.length,
        held: none,
      },
      {
        tried: 'files of the committed tree searched for what looks like a secret',
        times: tree.files,
        held: 'none outside of tests and stand-ins',
      },
      {
        tried: 'packages that are deployed, by what the registry knows against them (npm audit)',
        times: audit?.packages ?? 0,
        held: audit
          ? `${audit.found.length} findings`
          : `not asked: ${form === 'long' ? 'the registry did not answer' : 'the short form asks nobody'}`,
      },
    ],
    failures: [...new Set(failures)].slice(0, 40),
    passed: logs.length + errors.length + traces.length + items.length + tree.files - failures.length,
  };
}
