import type { Chance } from '../../load/chance';
import type { Office } from './office';
import type { Phone } from './phone';
import type { World } from './world';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A call takes at most thirty facts. */
const [FEWEST_NOTES, MORE_NOTES] = [40, 20];
/** So many of a hundred accepted facts lend their identifier to another item. */
const REUSED_PERCENT = 30;

/** Calls that meet at one moment, which they rarely do in the other stories. `within`: in milliseconds, when they begin. */
export class Meetings {
  constructor(
    private readonly world: World,
    private readonly office: Office,
    private readonly phones: readonly Phone[],
    private readonly chance: Chance,
  ) {}

  plan(within: number): void {
    const { world, office, phones, chance } = this;
    const spare = world.base.trips.at(-1);
    if (spare && chance.below(2) === 0) {
      // One member deletes the trip while another one looks at its stops, or in the moment of the call.
      const thinkingMs = chance.among([100, MINUTE]);
      const from = chance.below(within);
      world.after(from, () => office.edit(spare.id, thinkingMs));
      world.after(from + chance.below(thinkingMs), () => office.delete(spare.id));
    }
    for (let times = chance.below(6); times > 0; times -= 1)
      world.after(chance.below(within), () => this.exchangeTwice());
    for (const phone of phones) phone.reusedPercent = REUSED_PERCENT;
    const [phone] = phones;
    if (phone && chance.below(3) === 0) world.after(chance.below(within), () => this.takeNotes(phone));
  }

  /** One member gives a trip under way another vehicle, and another one gives it another driver at the same moment. */
  private async exchangeTwice(): Promise<void> {
    const { world, office, chance } = this;
    const trip = world.base.trips.find(({ id }) => world.history.stateOf(id).status === 'EN_PROCESO');
    if (trip === undefined) return;
    world.after(chance.below(60), () => office.relay(trip.id));
    await office.changeVehicle(trip.id);
  }

  /** More notes than a call takes. Those whose identifier is reused stand among them. */
  private takeNotes(phone: Phone): void {
    const { world, chance } = this;
    const { driver } = phone;
    const own = world.base.trips.find(({ id }) => {
      const { driverId, status } = world.history.stateOf(id);
      return driverId === driver.id && status === 'EN_PROCESO';
    });
    if (own === undefined) return;
    for (let notes = FEWEST_NOTES + chance.below(MORE_NOTES); notes > 0; notes -= 1)
      world.after(notes * SECOND, () => void phone.record('NOTE', own.id, { text: `Bulto ${notes}` }));
  }

  /** The office gives the trip another vehicle at the moment in which its driver ends it. */
  atEnd(tripId: string, milliseconds: number): void {
    const { world, office, chance } = this;
    if (chance.below(3) === 0) world.after(milliseconds + chance.below(60), () => office.changeVehicle(tripId));
  }
}
