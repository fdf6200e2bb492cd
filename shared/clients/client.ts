import * as v from 'valibot';
import { key, ofTeam, part } from '../platform/table/keys';
import { Version } from '../platform/table/version';
import type { Searched } from '../platform/table/word-keys';
import { ClientAddress } from '../platform/values/addresses';
import { changesOf } from '../platform/values/changes';
import { ExternalKey } from '../platform/values/external-id';
import { Email, Instant, Integer, Line, Lines, StoredEmail, Uuid } from '../platform/values/fields';

export const CLIENT_STATUSES = ['ACTIVO', 'INACTIVO'] as const;

/**
 * The fields of a client that members write. Fields that only the SAT requires are optional here: they are checked when
 * an invoice is validated.
 */
export const ClientFields = v.object({
  /**
   * How the office calls the customer. It is the legal name for invoices where `legalName` is absent.
   * @example XENON INDUSTRIAL ARTICLES
   */
  name: Line(2000, 1),
  /** The name in the tax status certificate. Absent when `name` is that name. */
  legalName: v.optional(Line(300)),
  /** The trade name, or the plant or branch. */
  nameRelated: v.optional(Line()),
  /** What the customer ships, in the office’s own words. */
  description: v.optional(Lines()),
  /**
   * The customer’s tax number (RFC), which the stamp checks.
   * @example XIA190128J61
   */
  rfc: v.optional(Line()),
  phone: v.optional(Line()),
  email: v.optional(Email),
  /**
   * What the customer uses invoices for: a key of c_UsoCFDI, such as G03 (Gastos en general) or S01 (Sin efectos fiscales). New invoices take it.
   * @example G03
   */
  cfdiUse: v.optional(Line()),
  /**
   * The customer’s tax regime: a key of c_RegimenFiscal, such as 601 (General de Ley Personas Morales).
   * @example 601
   */
  taxRegime: v.optional(Line()),
  /**
   * The postcode of the tax address, five digits, as in the tax certificate.
   * @example 76343
   */
  zipCode: v.optional(Line()),
  notes: v.optional(Lines()),
  /** Whether new work is planned for the customer. */
  status: v.optional(v.picklist(CLIENT_STATUSES), 'ACTIVO'),
  /** The postal address. Invoices need only `zipCode`. */
  address: v.optional(ClientAddress),
  /** MXN that the customer may owe. Only shown: the service refuses nothing because of it. */
  creditLimit: v.optional(Integer(0, 999_999_999)),
  /**
   * Days from the document to its due date. Absent: due at once.
   * @example 30
   */
  paymentTerms: v.optional(Integer(0, 3_650)),
  ...ExternalKey,
});
export type ClientFields = v.InferOutput<typeof ClientFields>;

/**
 * Body of POST /clients. `clientId` must be a client of the team; it is checked but not stored (docs/decisions/0015).
 */
export const NewClient = v.object({ teamId: Uuid, ...ClientFields.entries, clientId: v.optional(Uuid) });
export type NewClient = v.InferOutput<typeof NewClient>;

export const ClientChanges = changesOf(ClientFields);
export type ClientChanges = v.InferOutput<typeof ClientChanges>;

export const Client = v.object({
  id: Uuid,
  teamId: Uuid,
  ...ClientFields.entries,
  email: v.optional(StoredEmail),
  createdAt: Instant,
  /** Rises by one with every write of the record. 0: not written since versions exist. */
  version: Version,
});
export type Client = v.InferOutput<typeof Client>;

export const clientKey = (teamId: string, clientId: string) => key(Client, ofTeam(teamId), `CLIENT#${clientId}`);
export const clientsOf = (teamId: string) => part(Client, ofTeam(teamId), 'CLIENT#');

/** The words by which a client is found. */
export const searchedClient = ({ teamId, id, name, rfc, phone, email }: Client): Searched => ({
  kind: 'CLIENT',
  teamId,
  id,
  name,
  codes: [rfc, phone, email],
});
/** The fields of {@link searchedClient}: an edit of one holds all of them as they were read. */
export const SEARCHED_OF_CLIENT = ['name', 'rfc', 'phone', 'email'] as const;
