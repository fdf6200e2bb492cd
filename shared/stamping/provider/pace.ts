import type { Outbound, Runtime } from '../../platform/runtime/context';
import { providerError } from './failures';

/** The slowest rate after several 429. */
const LEAST_PER_SECOND = 0.5;
/** Without a 429 for this long, the rate doubles again, up to its setting. */
const FASTER_AFTER_MS = 60_000;

/**
 * A token bucket for the calls of one run to the stamping provider. It holds one token, so that no second has more calls than
 * the rate. A 429 halves the rate, and all calls wait as long as Retry-After asks.
 */
export class Pace {
  private perSecond: number;
  private next = 0;
  private heldUntil = 0;
  private changedAt = 0;

  constructor(
    private readonly clock: Pick<Runtime, 'now' | 'sleep'>,
    private readonly most: number,
  ) {
    this.perSecond = most;
  }

  /** Passes calls to the provider on at this pace, and all others at once. */
  readonly through =
    (outbound: Outbound): Outbound =>
    async (call, send) => {
      if (call.resource !== 'stampingProvider') return outbound(call, send);
      const sentAt = await this.turn();
      try {
        return await outbound(call, send);
      } catch (failure) {
        this.see(failure, sentAt);
        throw failure;
      }
    };

  /** Waits while the provider has asked for a pause. */
  async wait(): Promise<void> {
    const milliseconds = this.heldUntil - this.now();
    if (milliseconds > 0) await this.clock.sleep(milliseconds);
  }

  /** Milliseconds that the provider still wants no call. */
  held(): number {
    return Math.max(0, this.heldUntil - this.now());
  }

  private now(): number {
    return this.clock.now().getTime();
  }

  /** Takes a token. The loop asks again, because another call may have taken it, or may have met a 429. */
  private async turn(): Promise<number> {
    for (;;) {
      const now = this.now();
      const at = Math.max(this.next, this.heldUntil);
      if (at <= now) {
        this.speedUp(now);
        this.next = now + 1000 / this.perSecond;
        return now;
      }
      await this.clock.sleep(at - now);
    }
  }

  private speedUp(now: number): void {
    if (this.perSecond === this.most || now - this.changedAt < FASTER_AFTER_MS) return;
    this.perSecond = Math.min(this.most, this.perSecond * 2);
    this.changedAt = now;
  }

  /** Calls that were under way at the last 429 do not halve the rate again. */
  private see(failure: unknown, sentAt: number): void {
    const error = providerError(failure);
    if (error?.status !== 429) return;
    const asked = Number(error.headers['retry-after'] ?? 0) * 1000;
    if (Number.isFinite(asked)) this.heldUntil = Math.max(this.heldUntil, this.now() + asked);
    if (sentAt < this.changedAt) return;
    this.perSecond = Math.max(LEAST_PER_SECOND, this.perSecond / 2);
    this.changedAt = this.now();
    this.next = Math.max(this.next, this.changedAt + 1000 / this.perSecond);
  }
}
