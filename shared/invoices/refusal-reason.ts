import * as v from 'valibot';
import { asIs, said, type Text } from '../platform/values/text';

/** Why a stamp was refused, where the stamping provider gives no reason. A record keeps the English text. */
export const NO_DOCUMENT: Text = {
  en: 'The stamping provider has no document of this invoice, one hour after the request. Stamp the invoice again.',
  es: 'El proveedor de timbrado no tiene un documento de esta factura una hora después de la solicitud. Timbre la factura de nuevo.',
};
export const NO_REASON: Text = {
  en: 'The stamping provider could not stamp the invoice. Check its data and stamp it again.',
  es: 'El proveedor de timbrado no pudo timbrar la factura. Revise sus datos y timbre de nuevo.',
};

/** A stored reason in each language. Nothing translates the words of the provider. */
export const reasonOf = (stored: string): Text =>
  [NO_DOCUMENT, NO_REASON].find(({ en }) => en === stored) ?? asIs(stored);

/** The reason in an answer, in the language of the reader. */
export const RefusalReason = v.pipe(
  v.string(),
  v.rawTransform<string, string>(({ dataset, config }) => said(reasonOf(dataset.value))(config)),
);
