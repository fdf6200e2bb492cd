import * as v from 'valibot';
import { validationError } from '../platform/errors';
import { List, Uuid } from '../platform/values/fields';
import { said, type Text } from '../platform/values/text';

/**
 * SAT c_TipoRelacion, of the documents that this service issues: 01 credit note, 03 return, 04 substitute, 07
 * application of an advance.
 */
const RELATION_TYPES = ['01', '03', '04', '07'] as const;
export type RelationType = (typeof RELATION_TYPES)[number];

/** The types of the catalogue that this service does not issue. */
const NOT_ISSUED = ['02', '05', '06'] as const;

/** The documents to which a document refers, in one relation. */
export const Relation = v.object({
  /** How this document refers to the other ones (c_TipoRelacion). */
  type: v.picklist(RELATION_TYPES),
  /** The other documents, by the identifier of this service. */
  invoiceIds: v.array(Uuid),
  /** The folios fiscales of the documents that have one. */
  uuids: v.array(Uuid),
});
export type Relation = v.InferOutput<typeof Relation>;

const MOST_DOCUMENTS = 30;
const MOST_RELATIONS = 3;

/** `uuids` is accepted because a client may send back the record that it read. It changes nothing. */
const RelationInput = v.object({
  /** How this document refers to the other ones (c_TipoRelacion). Members send only 07. */
  type: v.picklist([...RELATION_TYPES, ...NOT_ISSUED]),
  /** The other documents, by the identifier of this service. */
  invoiceIds: v.pipe(
    v.array(Uuid),
    v.minLength(1, said({ en: 'Send at least one id.', es: 'Envíe al menos un id.' })),
    v.maxLength(
      MOST_DOCUMENTS,
      said({ en: `Send at most ${MOST_DOCUMENTS} ids.`, es: `Envíe como máximo ${MOST_DOCUMENTS} id.` }),
    ),
  ),
  /** Ignored: the service reads the folios itself. */
  uuids: v.optional(v.array(v.string())),
});
export type RelationInput = v.InferOutput<typeof RelationInput>;

export const RelationsInput = v.pipe(
  List(RelationInput),
  v.maxLength(
    MOST_RELATIONS,
    said({ en: `Send at most ${MOST_RELATIONS} relations.`, es: `Envíe como máximo ${MOST_RELATIONS} relaciones.` }),
  ),
);

/** A member sets relations of this type. An operation of the service sets the others. */
const BY_HAND = '07';
const isByHand = <R extends Pick<RelationInput, 'type'>>(relation: R): relation is R & { type: typeof BY_HAND } =>
  relation.type === BY_HAND;

const OF_NOTES = {
  en: 'A credit note gets this relation from POST /invoices/{id}/credit-notes. Send 07 for an advance.',
  es: 'Una nota de crédito recibe esta relación de POST /invoices/{id}/credit-notes. Envíe 07 para un anticipo.',
};
const OF_GOODS = {
  en: 'Invoices for goods that were carried before are not issued here. Send 07 for an advance.',
  es: 'Aquí no se emiten facturas de mercancía trasladada previamente. Envíe 07 para un anticipo.',
};
const SET_BY: Readonly<Partial<Record<RelationInput['type'], Text>>> = {
  '01': OF_NOTES,
  '02': {
    en: 'Debit notes are not issued here: send another invoice. For a correction use POST /invoices/{id}/substitute.',
    es: 'Aquí no se emiten notas de débito: envíe otra factura. Para corregir use POST /invoices/{id}/substitute.',
  },
  '03': OF_NOTES,
  '04': {
    en: 'Relation 04 comes from POST /invoices/{id}/substitute. Send 07 for an advance.',
    es: 'La relación 04 viene de POST /invoices/{id}/substitute. Envíe 07 para un anticipo.',
  },
  '05': OF_GOODS,
  '06': OF_GOODS,
};

/** The position and the sentence of each relation that a member cannot set. A relation that the document has stays. */
export function* foreignRelations(sent: readonly RelationInput[], kept: readonly Relation[] = []) {
  for (const [index, relation] of sent.entries()) {
    const message = SET_BY[relation.type];
    if (message !== undefined && !kept.some((one) => isSame(one, relation)))
      yield { path: ['relations', index, 'type'] as const, message };
  }
}

const isSame = (one: Relation, other: RelationInput): boolean =>
  one.type === other.type && one.invoiceIds.join() === other.invoiceIds.join();

/** The ids to read before relations are stored, with their fields. */
export const relatedIds = (relations: readonly Pick<RelationInput, 'invoiceIds'>[] = []) =>
  relations.flatMap(({ invoiceIds }, index) =>
    invoiceIds.map((id, position) => ({ id, field: `relations[${index}].invoiceIds[${position}]` })),
  );

interface RelatedDocument {
  readonly id: string;
  readonly uuid?: string | undefined;
}

/** Throws VALIDATION_FAILED for the first id that the team does not have. */
export function refuseUnknownRelated(
  relations: readonly RelationInput[] | undefined,
  found: readonly (RelatedDocument | undefined)[],
): void {
  const unknown = relatedIds(relations).find(({ id }) => !found.some((one) => one?.id === id));
  if (unknown)
    throw validationError(unknown.field, {
      en: 'This team has no invoice with this id. Send the id of one of its invoices.',
      es: 'Esta empresa no tiene una factura con este id. Envíe el id de una de sus facturas.',
    });
}

/** The relations with the folios fiscales that the documents have now. Undefined when there is no relation. */
export function withUuids(
  relations: readonly Pick<Relation, 'type' | 'invoiceIds'>[] | undefined,
  found: readonly (RelatedDocument | undefined)[],
): Relation[] | undefined {
  if (!relations?.length) return undefined;
  return relations.map(({ type, invoiceIds }) => ({
    type,
    invoiceIds,
    uuids: invoiceIds.flatMap((id) => found.find((one) => one?.id === id)?.uuid ?? []),
  }));
}

/** The relations after an edit: the service's own stay, and the sent ones replace those of members. */
export function editedRelations(
  sent: readonly RelationInput[],
  kept: readonly Relation[],
  found: readonly (RelatedDocument | undefined)[],
): Relation[] | undefined {
  const all = [...kept.filter((one) => !isByHand(one)), ...(withUuids(sent.filter(isByHand), found) ?? [])];
  return all.length === 0 ? undefined : all;
}
