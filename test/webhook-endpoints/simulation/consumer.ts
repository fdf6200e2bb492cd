import { Webhook } from 'standardwebhooks';
import type { OutRequest } from '../../../shared/webhook-endpoints/outcome';
import type { Rules } from './weakenings';
import { SECOND, type World } from './world';

interface Told {
  readonly record?: number;
  readonly data: { readonly entity: { readonly id: string }; readonly affects?: readonly { readonly id: string }[] };
}

/** The program that receives the events: it verifies them, reads the records, and keeps the highest version of each. */
export class Consumer {
  readonly copies = new Map<string, number>();
  private secret: string;
  private changedAt = Number.NEGATIVE_INFINITY;
  /** The secrets that may sign no more, with the instant of their end. */
  private readonly ended: { readonly secret: string; readonly at: number }[] = [];
  private newest: string;

  constructor(
    private readonly world: World,
    secret: string,
    private readonly rules: Rules,
  ) {
    this.secret = secret;
    this.newest = secret;
  }

  /** Takes the new secret at some time of the overlap. */
  rotate(secret: string, overlapMs: number): void {
    const { world } = this;
    this.ended.push({ secret: this.newest, at: world.now + overlapMs });
    this.newest = secret;
    const take = async (): Promise<void> => {
      // A later rotation without an overlap was taken before.
      if (this.newest !== secret) return;
      this.secret = secret;
      this.changedAt = world.now;
    };
    if (overlapMs === 0) void take();
    else world.after(world.dice.upTo(overlapMs * 0.9), take);
  }

  /** What is wrong with the signatures of a request. */
  verify(headers: OutRequest['headers'], body: string): string[] {
    const { now } = this.world;
    const signatures = String(headers['webhook-signature']).split(' ');
    const at = new Date(Number(headers['webhook-timestamp']) * SECOND);
    const isSignedBy = (secret: string) =>
      signatures.includes(new Webhook(secret).sign(String(headers['webhook-id']), at, body));
    const isOld = this.ended.some((one) => now > one.at + 5 * SECOND && isSignedBy(one.secret));
    const isUnverified = now > this.changedAt + 5 * SECOND && !isSignedBy(this.secret);
    return [
      ...(isOld ? ['3: an ended secret signed'] : []),
      ...(isUnverified ? ['12: a consumer that changes its secret in the overlap could not verify'] : []),
    ];
  }

  /** Reads the records of an event. Its reads may end in another order. */
  receive(body: string, versionOf: (record: string) => number): void {
    const { record, data }: Told = JSON.parse(body);
    const { isThin, keepsHighest } = this.rules;
    if (!isThin) {
      this.copies.set(data.entity.id, record ?? 0);
      for (const { id } of data.affects ?? []) this.keep(id, versionOf(id));
      return;
    }
    for (const { id } of [data.entity, ...(data.affects ?? [])]) {
      const version = versionOf(id);
      this.world.after(this.world.dice.upTo(20 * SECOND), async () => {
        if (keepsHighest) this.keep(id, version);
        else this.copies.set(id, version);
      });
    }
  }

  private keep(id: string, version: number): void {
    this.copies.set(id, Math.max(version, this.copies.get(id) ?? 0));
  }
}
