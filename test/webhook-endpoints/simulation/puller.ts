import { type EventType, eventTypeOf } from '../../../shared/events/event-type';
import { type listEvents, listEventsWith } from '../../../shared/events/list-events';
import type { Deps } from '../../../shared/platform/runtime/capability';
import type { History } from './history';
import { Dice, HOUR, MINUTE, START } from './world';

/** One program of a team that pulls its events, and dies between a page and the note of its place. */
export class Puller {
  /** The place that the program has noted. */
  private noted: string | undefined;
  private readonly seen = new Set<string>();
  private isRepeating = false;
  private readonly dice: Dice;
  private readonly limit: number;
  private readonly list: Deps<{ list: typeof listEvents }>['list'];

  constructor(
    private readonly history: History,
    private readonly teamId: string,
    seed: number,
    private readonly type?: EventType,
  ) {
    this.list = history.world.use(listEventsWith(history.rules.pullSettledAfterMs));
    this.dice = new Dice(seed);
    this.limit = this.dice.of([1, 3, 50]);
  }

  /** Pulls at times of its own until `end`, and once more when everything is settled, which includes events that follow a late edit. */
  plan(end: number, settled: number): void {
    const { world } = this.history;
    for (let at = START; at < end; at += this.dice.of([20 * 1_000, 2 * MINUTE, HOUR, 9 * HOUR]))
      world.at(at + this.dice.upTo(MINUTE), () => this.pull(this.history.isFaulty));
    world.at(settled, () => this.pull(false));
  }

  private async pull(mayDie: boolean): Promise<void> {
    for (let more = true; more; ) {
      const page = await this.list(this.teamId, { after: this.noted, type: this.type, limit: this.limit });
      this.history.count('pages of a pull');
      for (const { id } of page.events) this.take(id);
      if (mayDie && this.dice.is(0.1)) {
        this.history.count('a pull, before it notes its place');
        this.isRepeating = true;
        return;
      }
      this.isRepeating = false;
      this.noted = page.after ?? undefined;
      more = page.hasMore;
    }
  }

  private take(id: string): void {
    const { history } = this;
    if (history.teamOf(id) !== this.teamId) history.violate('13: a pull has an event of another team');
    if (this.noted !== undefined && id <= this.noted) history.violate('13: a pull went back');
    if (this.seen.has(id) && !this.isRepeating) history.violate('13: a pull has an event twice');
    this.seen.add(id);
  }

  /** After the end each event that committed was pulled. */
  judge(): void {
    const { history } = this;
    for (const { event, teamId } of history.committed) {
      const isWanted = teamId === this.teamId && (this.type === undefined || eventTypeOf(event) === this.type);
      if (isWanted && !this.seen.has(event.id)) history.violate('13: a pull lost an event');
    }
  }
}
