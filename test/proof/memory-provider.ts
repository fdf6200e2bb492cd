import type { MakeStampingSdk, StampingSdk } from '../../shared/stamping/provider/sdk';
import type { Chance } from '../load/chance';
import type { VirtualTime } from './virtual-time';

const MINUTE = 60_000;

type Body = Readonly<Record<string, unknown>>;

/** The provider's behaviour in one run where its documentation leaves it open. Each value is as bad as our rules must tolerate. */
export interface Temper {
  /** For this long, a new document is not found by our identifier. */
  readonly unseenFor: number;
  /** A key is forgotten after this time, but never before its document can be found. */
  readonly keyKeptFor: number;
  /** True: errors in a request are reported before the key is checked. */
  readonly refusesFirst: boolean;
  /** True: a repeated key gets the document that it made, not a conflict. */
  readonly answersRepeated: boolean;
  /** A key takes effect this long after its request acted. Two requests within this time both act. */
  readonly keySettles: number;
  /** True: the key of a failed document can be used again. */
  readonly failureFreesKey: boolean;
  /** In percent: creates that are refused, creates that are answered 202, and 202s that fail later. */
  readonly refuses: number;
  readonly defers: number;
  readonly fails: number;
  /** In percent: cancellations that wait for the customer, and the share of these that fail. */
  readonly cancelsLater: number;
  readonly keepsCancelled: number;
}

export interface MemoryDocument {
  readonly id: string;
  readonly externalId: string;
  readonly livemode: boolean;
  content: unknown;
  readonly type: unknown;
  readonly key: string | undefined;
  /** In pesos. Absent for the constant total of the other types. */
  readonly total?: number | undefined;
  /** The document was stamped by hand at the provider. */
  isForeign: boolean;
  status: 'draft' | 'pending' | 'valid' | 'canceled' | 'failed';
  cancellation: 'none' | 'pending' | 'accepted' | 'rejected' | 'expired';
  readonly createdAt: number;
  stampedAt: number | undefined;
  /** True when one of our users requested the cancellation. */
  wasCancelAsked: boolean;
  /** The substitute that the last request of a cancellation named, and the time of that request. */
  substitution?: string | undefined;
  cancelAskedAt?: number;
}

/** The error that the SDK throws for an error answer of the provider. */
export class FacturapiError extends Error {
  override readonly name = 'FacturapiError';
  readonly errors: readonly unknown[] = [];

  constructor(
    readonly status: number,
    readonly code: string | undefined,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${code}`);
  }
}

/** The provider at the level of the SDK functions that the product uses. It acts at once, by the virtual clock. */
export class MemoryProvider {
  readonly documents: MemoryDocument[] = [];
  private made = 0;
  /** Called at every change of status, as the webhooks are. */
  onChange: (document: MemoryDocument) => void = () => {};

  constructor(
    private readonly time: VirtualTime,
    private readonly chance: Chance,
    private readonly temper: Temper,
  ) {}

  makeSdk: MakeStampingSdk = (secret) => this.sdkOf(secret.startsWith('sk_live'));

  protected sdkOf(livemode: boolean): StampingSdk {
    const nothing = async () => {
      throw new Error('The proof does not call organizations.');
    };
    const find = (id: string) => this.documents.find((one) => one.id === id && one.livemode === livemode);
    const existing = (id: string) => {
      const found = find(id);
      if (!found) throw new FacturapiError(404, 'not_found');
      return found;
    };
    return {
      customers: { create: nothing, validateTaxInfo: nothing, del: nothing },
      invoices: {
        create: async (body) => this.answer(this.create(livemode, body)),
        list: async ({ external_id: externalId }) => ({
          data: this.documents
            .filter((one) => one.externalId === externalId && one.livemode === livemode && this.isSeen(one))
            .map((one) => this.answer(one)),
        }),
        retrieve: async (id) => this.answer(existing(id)),
        updateStatus: async (id) => this.answer(existing(id)),
        updateDraft: async (id, body) => {
          const document = existing(id);
          if (document.status !== 'draft') throw new FacturapiError(409, 'invoice_already_stamped');
          document.content = body.items;
          return this.answer(document);
        },
        stampDraft: async (id) => {
          const document = existing(id);
          if (document.status !== 'draft') throw new FacturapiError(409, 'invoice_already_stamped');
          this.refuseByChance();
          this.stampOrDefer(document);
          return this.answer(document);
        },
        cancel: async (id, motive) => this.answer(this.cancel(existing(id), motive)),
        sendByEmail: nothing,
        downloadPdf: nothing,
        downloadXml: nothing,
        createZipRequest: nothing,
        retrieveZipRequest: nothing,
        downloadZipRequest: nothing,
      },
      organizations: {
        create: nothing,
        list: nothing,
        retrieve: nothing,
        updateLegal: nothing,
        uploadCertificate: nothing,
        getTestApiKey: nothing,
        listLiveApiKeys: nothing,
        renewLiveApiKey: nothing,
        deleteLiveApiKey: nothing,
      },
      webhooks: { create: nothing, list: nothing, del: nothing },
    };
  }

  /** Makes a document as a user of the provider's dashboard does. */
  makeForeign(externalId: string, livemode: boolean): void {
    this.stamp(this.add({ externalId, livemode, key: undefined, content: undefined, type: 'I', isForeign: true }));
  }

  /** Stamps our draft as a user of the provider's dashboard does. */
  stampByHand(externalId: string): void {
    const draft = this.documents.find((one) => one.externalId === externalId && one.status === 'draft');
    if (draft === undefined) return;
    draft.isForeign = true;
    this.stamp(draft);
  }

  addDraft(externalId: string, livemode: boolean): MemoryDocument {
    return this.add({ externalId, livemode, key: undefined, content: undefined, type: 'I', isForeign: false });
  }

  private isSeen({ createdAt, isForeign }: MemoryDocument): boolean {
    return isForeign || this.time.now() - createdAt >= this.temper.unseenFor;
  }

  private create(livemode: boolean, body: Body): MemoryDocument {
    if (this.temper.refusesFirst) this.refuseByChance();
    const earlier = this.byKey(livemode, body);
    if (earlier) {
      if (this.temper.answersRepeated) return earlier;
      throw new FacturapiError(409, 'idempotency_key_in_use');
    }
    if (!this.temper.refusesFirst) this.refuseByChance();
    return this.make(livemode, body);
  }

  /** A create that is accepted now and acts later. Its key is checked now and takes effect then. */
  createLater(secret: string, body: Body, milliseconds: number): void {
    const livemode = secret.startsWith('sk_live');
    if (this.byKey(livemode, body)) return;
    this.time.after(milliseconds, () => this.make(livemode, body));
  }

  private byKey(livemode: boolean, body: Body): MemoryDocument | undefined {
    const earlier = this.documents.findLast((one) => one.key === body.idempotency_key && one.livemode === livemode);
    const isFree = earlier?.status === 'failed' && this.temper.failureFreesKey;
    const age = this.time.now() - (earlier?.createdAt ?? 0);
    const isTaken = age >= this.temper.keySettles && age < this.temper.keyKeptFor;
    return isTaken && !isFree ? earlier : undefined;
  }

  private make(livemode: boolean, body: Body): MemoryDocument {
    const [externalId, key] = [String(body.external_id), String(body.idempotency_key)];
    const { items: content, type } = body;
    const total = typeof body.total === 'number' ? body.total : undefined;
    const document = this.add({ externalId, livemode, key, content, type, total, isForeign: false });
    this.stampOrDefer(document);
    return document;
  }

  private add(
    given: Omit<MemoryDocument, 'id' | 'status' | 'cancellation' | 'createdAt' | 'stampedAt' | 'wasCancelAsked'>,
  ) {
    this.made += 1;
    const document: MemoryDocument = {
      ...given,
      id: `document-${this.made}`,
      status: 'draft',
      cancellation: 'none',
      createdAt: this.time.now(),
      stampedAt: undefined,
      wasCancelAsked: false,
    };
    this.documents.push(document);
    return document;
  }

  private refuseByChance(): void {
    if (this.chance.below(100) >= this.temper.refuses) return;
    const [status, code] = REFUSALS[this.chance.below(REFUSALS.length)] ?? [400, 'refused'];
    throw new FacturapiError(status, code);
  }

  private stampOrDefer(document: MemoryDocument): void {
    if (this.chance.below(100) >= this.temper.defers) {
      this.stamp(document);
      return;
    }
    document.status = 'pending';
    const end = (1 + this.chance.below(5)) * 10 * MINUTE;
    const fails = this.chance.below(100) < this.temper.fails;
    this.time.after(end, () => {
      if (document.status !== 'pending') return;
      if (!fails) this.stamp(document);
      else document.status = 'failed';
      if (fails) this.onChange(document);
    });
  }

  private stamp(document: MemoryDocument): void {
    document.status = 'valid';
    document.stampedAt = this.time.now();
    this.onChange(document);
  }

  /** One request deletes a draft or cancels a tax document. */
  private cancel(document: MemoryDocument, asked: { readonly substitution?: string } | undefined): MemoryDocument {
    if (document.status === 'draft') {
      this.documents.splice(this.documents.indexOf(document), 1);
      return document;
    }
    if (document.status !== 'valid' || document.cancellation === 'pending')
      throw new FacturapiError(400, 'invoice_not_cancellable');
    document.wasCancelAsked ||= asked !== undefined;
    document.substitution = asked?.substitution;
    document.cancelAskedAt = this.time.now();
    if (this.chance.below(100) >= this.temper.cancelsLater) {
      document.status = 'canceled';
      document.cancellation = 'accepted';
      this.onChange(document);
      return document;
    }
    document.cancellation = 'pending';
    const isKept = this.chance.below(100) < this.temper.keepsCancelled;
    const undone = this.chance.below(2) === 0 ? 'rejected' : 'expired';
    this.time.after((1 + this.chance.below(90)) * MINUTE, () => {
      document.cancellation = isKept ? undone : 'accepted';
      if (!isKept) document.status = 'canceled';
      this.onChange(document);
    });
    return document;
  }

  private answer(document: MemoryDocument): unknown {
    const stampedAt = document.stampedAt === undefined ? undefined : new Date(document.stampedAt).toISOString();
    return {
      id: document.id,
      status: document.status,
      cancellation_status: document.cancellation,
      external_id: document.externalId,
      livemode: document.livemode,
      folio_number: 7,
      ...(stampedAt && { uuid: uuidOf(document.id), total: document.type === 'T' ? 0 : (document.total ?? 112) }),
      created_at: new Date(document.createdAt).toISOString(),
      ...(stampedAt && { stamp: { date: stampedAt } }),
    };
  }
}

/** A folio fiscal that is the same at every answer about a document. */
const uuidOf = (id: string): string =>
  `01890000-0000-4000-8000-${Buffer.from(id).toString('hex').slice(-12).padStart(12, '0')}`;

const REFUSALS = [
  [400, 'invalid_customer'],
  [401, 'unauthorized'],
  [402, 'subscription_required'],
  [422, 'CFDI40147'],
  [429, 'rate_limited'],
] as const;
