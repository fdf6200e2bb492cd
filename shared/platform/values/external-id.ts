import * as v from 'valibot';
import { said } from './text';

/** The key of a record in a system of the caller. It has no blank: two keys that look alike would differ. */
export const ExternalId = v.pipe(
  v.string(said({ en: 'Send text.', es: 'Envíe texto.' })),
  v.regex(
    /^[!-~]{1,100}$/,
    said({
      en: 'Send 1 to 100 visible ASCII characters, without blanks.',
      es: 'Envíe de 1 a 100 caracteres ASCII visibles, sin espacios.',
    }),
  ),
);

/** The field of a record that can have a key of another system. */
export const ExternalKey = {
  /** The key of this record in a system of yours, such as your ERP; unique among the team’s records of its kind. Absent: none. */
  externalId: v.optional(ExternalId),
};

/** A record that can have a key of another system. */
export interface External {
  readonly teamId: string;
  readonly id: string;
  readonly externalId?: string | undefined;
}

/** Query of a list that finds one record by the key of another system. */
export const externalIdQuery = {
  externalId: v.optional(
    v.pipe(
      ExternalId,
      v.description('Answers the one record with this `externalId`, if the other filters let it through.'),
    ),
  ),
};
