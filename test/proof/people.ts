import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as createCreditNote } from '../../functions/invoices/create-credit-note';
import { operation as deleteInvoice } from '../../functions/invoices/delete-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as refreshInvoice } from '../../functions/invoices/refresh-invoice';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import type { InvoiceRecord } from '../../shared/invoices/invoice-record';
import { invoiceCountKey } from '../../shared/invoices/invoice-record';
import type { Operation } from '../../shared/operation/define';
import { AppError } from '../../shared/platform/errors';
import { mayHappen } from '../../shared/stamping/invoice-states';
import type { Chance } from '../load/chance';
import { CARTA_PORTE, CLIENTS, PERSON, TEAM } from './records';
import type { World } from './world';

const MINUTE = 60_000;

const CALLER = { pool: 'staff', id: PERSON, teamId: TEAM, role: 'OWNER', signedInAt: '', accessToken: '' } as const;
const REQUEST = {
  requestId: 'proof',
  sourceIp: '192.0.2.1',
  publicUrl: 'http://proof',
  refreshCookie: () => undefined,
  note: () => {},
  notePerson: () => {},
  prefers: () => false,
  userAgent: '',
  deviceCookie: () => undefined,
};

const readEntity = (deps: object, id: string): Promise<InvoiceRecord | undefined> =>
  (deps as { readEntity: (id: string) => Promise<InvoiceRecord | undefined> }).readEntity(id);

/** The users of the team: they stamp, read, edit and cancel invoices, and stamp or cancel by hand in the provider's dashboard. */
export class People {
  private edits = 0;
  /** The time at which the last operation on each invoice began. */
  private readonly busy = new Map<string, number>();

  constructor(
    private readonly world: World,
    private readonly chance: Chance = world.chance,
  ) {}

  /** A user who reads an invoice, takes a likely next step, and comes back later. */
  async user(): Promise<void> {
    if (this.world.isQuiet) return;
    const { pause } = this.world.character;
    this.world.plan(this.chance.below(4) === 0 ? this.chance.below(3_000) : this.chance.below(pause), () =>
      this.user(),
    );
    this.world.findCreated();
    const id = this.world.invoiceIds[this.chance.below(this.world.invoiceIds.length)];
    const status = id && this.world.record(id)?.status;
    if (!id || !status) return;
    const dice = this.chance.below(100);
    if (this.world.corrections && status === 'VALID' && dice >= 30) await this.correct(id, dice);
    else await this.act(id, status, dice);
  }

  private async act(id: string, status: InvoiceRecord['status'], dice: number): Promise<void> {
    if (dice < 2) this.goLive();
    else if (dice < 3) this.world.provider.makeForeign(id, this.world.modeOf(id));
    else if (dice < 5) this.stampByHand(id);
    else if (dice < 14) this.often(id, (one) => this.refresh(one));
    else if (dice < 17) await this.stamp(id);
    else if (status === 'VALID' && dice < 30) await this.cancel(id);
    else if (mayHappen('stamp', status) && dice < 20) await this.remove(id);
    else if (mayHappen('stamp', status)) await this.stampAsItIs(id, dice);
  }

  /** Substitutes a VALID document, or cancels it again for its substitute. */
  private async correct(id: string, dice: number): Promise<void> {
    const { isReplaced, replacedBy, type } = this.world.record(id) ?? {};
    if (this.world.corrections === 'notes' && type === undefined && dice < 60) return this.credit(id);
    if (isReplaced && dice < 60) await this.operate(cancelInvoice, id, { motive: '01', substitution: replacedBy });
    else if (dice < 75) await this.operate(substituteInvoice, id, { notes: `content of a substitute ${dice}` });
    else if (dice < 85) this.often(id, (one) => this.refresh(one));
    else await this.operate(cancelInvoice, id, { motive: '03' });
  }

  /** Drafts credit notes of the document, sometimes two for more than it has, and stamps them at about the same time. */
  private async credit(id: string): Promise<void> {
    const share = [0.3, 0.5, 0.7, 1][this.chance.below(4)];
    const note = { relation: '01', paymentForm: '03', share };
    const before = new Set(this.world.invoiceIds);
    for (let times = 1 + this.chance.below(2); times > 0; times -= 1) await this.operate(createCreditNote, id, note);
    this.world.findCreated();
    for (const made of this.world.invoiceIds)
      if (!before.has(made) && this.chance.below(4) > 0) this.often(made, (one) => this.stamp(one));
  }

  private async stampAsItIs(id: string, dice: number): Promise<void> {
    if (dice < 45) await this.edit(id);
    this.often(id, (one) => this.stamp(one));
  }

  /** Only when no operation of ours runs: a stamp by hand between our read of a draft and its deletion cannot be prevented. */
  private stampByHand(id: string): void {
    if (this.world.time.now() - (this.busy.get(id) ?? 0) > MINUTE) this.world.provider.stampByHand(id);
  }

  /** Runs the operation once, or several times almost at once, as two clicks or two users do. */
  private often(id: string, act: (id: string) => Promise<void>): void {
    const times = this.chance.below(4) === 0 ? 3 : 1;
    for (let time = 0; time < times; time += 1) this.world.plan(this.chance.below(50), () => act(id));
  }

  private stamp = (id: string): Promise<void> => this.operate(stampInvoice, id, {});
  refresh = (id: string): Promise<void> => this.operate(refreshInvoice, id, {});
  private cancel = (id: string): Promise<void> => this.operate(cancelInvoice, id, { motive: '02' });
  private remove = (id: string): Promise<void> => this.operate(deleteInvoice, id, {});

  /**
   * Runs an operation as its handler does: reads the invoice with the caller's right, then runs the operation with its own capabilities.
   */
  private async operate(operation: Operation, id: string, body: object): Promise<void> {
    this.busy.set(id, this.world.time.now());
    await this.world.call(operation.id, operation.uses, async (deps) => {
      const entity = await readEntity(deps, id);
      if (entity === undefined) throw new AppError('NOT_FOUND');
      const input = { path: { id }, query: {}, body: { teamId: TEAM, ...body } };
      await operation.run({
        input,
        caller: CALLER,
        deps,
        entity,
        once: undefined,
        ifMatch: undefined,
        request: REQUEST,
      });
    });
  }

  private async edit(id: string): Promise<void> {
    this.edits += 1;
    const cartaPorte = [undefined, undefined, undefined, null, CARTA_PORTE][this.chance.below(5)];
    const clientId = [undefined, ...CLIENTS][this.chance.below(3)];
    const ofFreight = { clientId, cartaPorte };
    // Type T has no customer, and keeps its Carta Porte.
    const ofGoods = { cartaPorte: cartaPorte ?? undefined };
    const type = this.world.record(id)?.type;
    const fields = type === 'T' ? ofGoods : type === 'E' || type === 'P' ? {} : ofFreight;
    await this.operate(editInvoice, id, { notes: `content ${this.edits}`, ...fields });
  }

  /** The mode does not change while the team has a PENDING invoice. */
  private goLive(): void {
    const counts = this.world.table.at(invoiceCountKey(TEAM));
    if (Number(counts?.PENDING ?? 0) <= 0) this.world.livemode = true;
  }
}
