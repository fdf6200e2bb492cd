import * as v from 'valibot';
import { externalIdQuery } from '../values/external-id';
import { SearchText } from '../values/words';

/** The query of a list that is searched and sorted. */
export interface ListQuery {
  readonly q?: string | undefined;
  /** `createdAt`, or the field that names the record. */
  readonly sort?: string | undefined;
  /** The list has the one record with this key of another system, if all filters let it through. */
  readonly externalId?: string | undefined;
}

/** Query of a list that can be searched, and sorted by a field that names the record. */
export const searchQuery = <const Name extends string>(name: Name) => ({
  ...externalIdQuery,
  q: v.optional(SearchText),
  sort: v.optional(
    v.pipe(v.picklist(['createdAt', name]), v.description(`createdAt: newest first. ${name}: from A to Z.`)),
  ),
});
