import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { LOCAL_CREDENTIALS, LOCAL_REGION, startEngine } from '../../../local/engine';
import { DEMO } from '../../../local/seed/demo';
import { Chance } from '../../load/chance';
import { endServers } from '../../local/support/server';
import type { HardPart, Settings } from '../part';
import { Fleet } from './fleet';
import { Owners, registerAt } from './owners';
import { PLANTS, planted } from './plants';
import { FallingServer } from './server';
import { brokenPromises, type Item } from './table';

const FLEETS_AT_ONCE = 10;
const USERS_OF_A_FLEET = 5;
/** Requests to one team before another replaces it. */
const ACTS_OF_A_FLEET = 240;
const FORMS = { short: { writes: 1_500, kills: 3 }, long: { writes: 50_000, kills: 100 } };
const TOLD_EVERY = 2_500;
/**
 * Fifty concurrent clients use many teams, while the server is killed again and again. One order of events must explain all answers of each
 * object, and in the end all items of the table must be consistent.
 */
export const part: HardPart = {
  id: 'invariants',
  title: 'What holds under load and kill −9',
  run: async (settings) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fleet-hard-'));
    try {
      const storm = new Storm(dataDir, settings);
      await storm.rage();
      const items = await allItems(dataDir);
      settings.progress(`reading ${items.length} items`);
      return findings(storm, items, settings);
    } finally {
      await endServers();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

class Storm {
  readonly failures: string[] = [];
  writes = 0;
  fleets = 0;
  events = 0;
  private readonly chance: Chance;
  readonly server: FallingServer;
  private readonly owners: Owners;
  private nextKill: number;

  constructor(
    dataDir: string,
    private readonly settings: Settings,
  ) {
    this.chance = new Chance(settings.seed);
    this.server = new FallingServer(dataDir);
    this.owners = new Owners(DEMO.members[0].email, (email, address) =>
      this.server.calmly((url) => registerAt(url, email, address)),
    );
    this.nextKill = this.untilKill();
  }

  private get goal() {
    return FORMS[this.settings.form];
  }

  async rage(): Promise<void> {
    await this.server.start();
    await Promise.all(Array.from({ length: FLEETS_AT_ONCE }, () => this.lane()));
    await this.server.stop();
  }

  /** Uses one team after the other until enough writes are done. */
  private async lane(): Promise<void> {
    while (this.writes < this.goal.writes && this.failures.length === 0 && Date.now() < this.settings.until) {
      const fleet = await Fleet.open({
        server: this.server,
        owner: await this.owners.next(),
        chance: new Chance(this.chance.below(2 ** 31)),
        acknowledged: () => this.acknowledged(),
      });
      let left = ACTS_OF_A_FLEET;
      const user = async () => {
        for (; left > 0 && Date.now() < this.settings.until; left -= 1) await fleet.act();
      };
      // Waits for all clients even when one fails, because their open requests belong to the history.
      const ends = await Promise.allSettled(Array.from({ length: USERS_OF_A_FLEET }, user));
      const last = await Promise.allSettled([fleet.remove().then(() => fleet.lookAsMember())]);
      for (const end of [...ends, ...last]) if (end.status === 'rejected') this.failures.push(String(end.reason));
      const { events, failures } = fleet.verdict();
      this.fleets += 1;
      this.events += events;
      this.failures.push(...failures);
    }
  }

  private acknowledged(): void {
    this.writes += 1;
    if (this.writes % TOLD_EVERY === 0) this.settings.progress(`${this.writes} writes, ${this.server.kills} kills`);
    if (this.writes < this.nextKill || this.server.kills >= this.goal.kills) return;
    if (this.server.kill()) this.nextKill = this.writes + this.untilKill();
  }

  /** A number of writes that leaves time for all kills. */
  private untilKill(): number {
    const mean = this.goal.writes / (this.goal.kills + 1);
    return Math.ceil(mean / 2 + this.chance.below(Math.ceil(mean * 0.9)));
  }
}

/** All items in the data folder of a stopped server. */
async function allItems(dataDir: string): Promise<Item[]> {
  const engine = await startEngine({ dataDir });
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: engine.endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS }),
  );
  const items: Item[] = [];
  try {
    let from: Record<string, unknown> | undefined;
    do {
      const page = await client.send(new ScanCommand({ TableName: 'fleet-local', ExclusiveStartKey: from }));
      items.push(...(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from);
  } finally {
    client.destroy();
    await engine.stop();
  }
  return items;
}

function findings(storm: Storm, items: readonly Item[], { seed }: Settings) {
  const { writes, fleets, events, server, failures } = storm;
  const broken = brokenPromises(items);
  const unnoticed = PLANTS.flatMap((plant) => {
    const corrupted = planted(items, plant);
    return corrupted && brokenPromises(corrupted).length > broken.length ? [] : [plant.what];
  });
  return {
    rows: [
      {
        tried: `Acknowledged writes of ${FLEETS_AT_ONCE * USERS_OF_A_FLEET} at once, on ${fleets} teams`,
        times: writes,
        held: 'every answer is in the contract',
      },
      {
        tried: 'Kills −9 of the server during the load',
        times: server.kills,
        held: 'it restarted with its data each time',
      },
      {
        tried: 'Events of trips with their driver and vehicle, boxes and memberships, from the answers of the clients',
        times: events,
        held: `${3 * fleets} histories, each explained by one order (linearizable)`,
      },
      {
        tried: 'Items read from the table afterwards',
        times: items.length,
        held:
          broken.length === 0
            ? 'EN_VIAJE only for a trip, RENTADA only by a reservation, counters right, one timeline entry a change, one automatic invoice a trip, balances right, no orphan'
            : `${broken.length} inconsistencies`,
      },
      {
        tried: 'Corruptions added to that table',
        times: PLANTS.length,
        held: `${PLANTS.length - unnoticed.length} noticed`,
      },
    ],
    failures: [
      ...failures.map((failure) => `seed ${seed}: ${failure}`),
      ...broken.slice(0, 20).map((sentence) => `seed ${seed}: ${sentence}`),
      ...unnoticed.map((what) => `The checker does not notice ${what}.`),
    ],
    passed: writes + 3 * fleets + PLANTS.length - unnoticed.length,
  };
}
