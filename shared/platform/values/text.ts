import * as v from 'valibot';

/** The languages in which the service speaks. */
const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A message in each language. A missing one does not compile (docs/decisions/0072). */
export type Text = { readonly [L in Language]: string };

/** A text of another party, which nothing translates. */
export const asIs = (text: string): Text => ({ en: text, es: text });

export const isText = (value: unknown): value is Text => v.is(BothTexts, value);

/** A text in both languages, as a record keeps it. */
export const BothTexts = v.object({ en: v.string(), es: v.string() });

/** The message of a schema, in the language of the check. */
export type ErrorText = (issue: { readonly lang?: string | undefined }) => string;

export const said =
  (text: Text): ErrorText =>
  ({ lang }) =>
    lang === 'es' ? text.es : text.en;

/**
 * A message in an answer. The operation returns the text in each language; the check of its answer keeps that of the
 * reader. A string is a message that an earlier release stored.
 */
export const Message: v.GenericSchema<Text, string> = {
  kind: 'schema',
  type: 'string',
  reference: v.string,
  expects: 'string',
  async: false,
  '~standard': { version: 1, vendor: 'valibot', validate: (value) => STRING['~standard'].validate(spoken(value, {})) },
  '~run': ({ value }, config) => STRING['~run']({ value: spoken(value, config) }, config),
};

const STRING = v.string();

const spoken = (value: unknown, config: Parameters<ErrorText>[0]): unknown =>
  isText(value) ? said(value)(config) : value;
