import type {
  CancelDocument,
  CreateDocument,
  DocumentBody,
  Outcome,
  ProviderDocument,
} from '../../../shared/stamping/provider/port';
import type { Chance } from '../../load/chance';

/** A document at the provider. The judge reads bodies and instants; it knows nothing of our records. */
export interface SimDocument {
  readonly id: string;
  readonly uuid: string;
  readonly body: DocumentBody;
  readonly stampedAt: number;
  /** From this instant on our searches find it. */
  readonly seenFrom: number;
  /** The order of the stamps. */
  readonly order: number;
  status: 'valid' | 'canceled';
  canceledAt?: number;
}

const HOUR = 3_600_000;

/** A provider that loses answers: a document may appear within two days, or never. */
export class SimProvider {
  readonly documents: SimDocument[] = [];
  readonly fates = { stamped: 0, refused: 0, late: 0, never: 0 };
  /** True for documents of type I, and at the end: every answer arrives. */
  isReliable = true;

  constructor(
    private readonly now: () => number,
    private readonly chance: Chance,
    private readonly uuid: () => string,
  ) {}

  readonly create: CreateDocument = async (_, body) => {
    const dice = this.isReliable ? 0 : this.chance.below(100);
    const isRepeated = this.documents.some((one) => one.body.idempotency_key === body.idempotency_key);
    if (isRepeated) return { kind: 'unknown', cause: new Error('409: the idempotency key is in use.') };
    if (dice < 75) {
      this.fates.stamped += 1;
      return { kind: 'done', value: this.shown(this.stamp(body, 0)) };
    }
    if (dice < 85) {
      this.fates.refused += 1;
      return { kind: 'refused', code: 'CFDI40147', message: 'The SAT refuses it.' };
    }
    const isLate = dice < 93;
    this.fates[isLate ? 'late' : 'never'] += 1;
    if (isLate) this.stamp(body, this.chance.below(48) * HOUR);
    return { kind: 'unknown', cause: new Error('No answer.') };
  };

  readonly find = async (_: unknown, externalId: string): Promise<ProviderDocument[]> =>
    this.documents
      .filter(({ body, seenFrom }) => body.external_id === externalId && seenFrom <= this.now())
      .map((one) => this.shown(one));

  readonly read = async (_: unknown, id: string): Promise<ProviderDocument | undefined> => {
    const found = this.documents.find((one) => one.id === id);
    return found && this.shown(found);
  };

  readonly ask = async (_: unknown, id: string): Promise<Outcome<ProviderDocument>> => {
    const value = await this.read(_, id);
    return value ? { kind: 'done', value } : { kind: 'unknown', cause: new Error('Not there.') };
  };

  readonly cancel: CancelDocument = async (_, id) => {
    const found = this.documents.find((one) => one.id === id);
    if (found === undefined) return { kind: 'refused', code: 'not_found', message: 'Not there.' };
    found.status = 'canceled';
    found.canceledAt ??= this.now();
    return { kind: 'done', value: this.shown(found) };
  };

  private stamp(body: DocumentBody, delay: number): SimDocument {
    const order = this.documents.length;
    const at = this.now();
    const document: SimDocument = {
      id: `document-${order}`,
      uuid: this.uuid(),
      body,
      stampedAt: at,
      seenFrom: at + delay,
      order,
      status: 'valid',
    };
    this.documents.push(document);
    return document;
  }

  private shown({ id, uuid, body, stampedAt, status, order }: SimDocument): ProviderDocument {
    return {
      id,
      status,
      cancellationStatus: status === 'canceled' ? 'accepted' : 'none',
      externalId: String(body.external_id),
      folio: String(order + 1),
      series: 'F',
      livemode: false,
      uuid,
      total: undefined,
      verificationUrl: undefined,
      cartaPorteUrl: undefined,
      stampedAt: new Date(stampedAt).toISOString(),
      createdAt: new Date(stampedAt).toISOString(),
      failure: undefined,
    };
  }
}
