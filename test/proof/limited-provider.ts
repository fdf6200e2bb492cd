import type { MakeStampingSdk } from '../../shared/stamping/provider/sdk';
import type { Chance } from '../load/chance';
import { FacturapiError, MemoryProvider } from './memory-provider';
import type { VirtualTime } from './virtual-time';

/** The provider's own limit, as a bucket that fills at this rate. */
const CALLS_PER_SECOND = 5;
const RETRY_AFTER_SECONDS = 5;

/** A provider that answers 429 beyond its limit, and to chosen calls below it. */
export class LimitedProvider extends MemoryProvider {
  /** Before the recovery the provider counts no calls. */
  isLimited = false;
  refused = 0;
  overLimit = 0;
  private calls = 0;
  private tokens = CALLS_PER_SECOND;
  private filledAt = 0;

  constructor(
    private readonly clock: VirtualTime,
    chance: Chance,
    private readonly refusedCalls: readonly number[],
  ) {
    super(clock, chance, CALM);
  }

  override makeSdk: MakeStampingSdk = (secret) => {
    const sdk = this.sdkOf(secret.startsWith('sk_live'));
    const list: typeof sdk.invoices.list = async (filter) => {
      this.admit();
      return sdk.invoices.list(filter);
    };
    return { ...sdk, invoices: { ...sdk.invoices, list } };
  };

  private admit(): void {
    if (!this.isLimited) return;
    const now = this.clock.now();
    this.calls += 1;
    this.tokens = Math.min(CALLS_PER_SECOND, this.tokens + ((now - this.filledAt) * CALLS_PER_SECOND) / 1000);
    this.filledAt = now;
    const isOver = this.tokens < 1;
    if (isOver) this.overLimit += 1;
    else this.tokens -= 1;
    if (!isOver && !this.refusedCalls.includes(this.calls)) return;
    this.refused += 1;
    throw new FacturapiError(429, 'rate_limited', { 'retry-after': String(RETRY_AFTER_SECONDS) });
  }
}

/** Stamps at once and refuses nothing. */
const CALM = {
  unseenFor: 0,
  keyKeptFor: Number.POSITIVE_INFINITY,
  refusesFirst: false,
  answersRepeated: false,
  keySettles: 0,
  failureFreesKey: false,
  refuses: 0,
  defers: 0,
  fails: 0,
  cancelsLater: 0,
  keepsCancelled: 0,
};
