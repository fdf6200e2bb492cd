import { randomUUID } from 'node:crypto';
import { amountsOf } from '../../../shared/invoices/amounts';
import { Chance } from '../../load/chance';
import { givenOf } from '../generator/invoice';
import { documentOf } from '../judge/cfdi';
import { undescribedFields } from '../judge/provider-fields';
import type { Validator } from '../judge/validator';
import type { Provider } from './received';
import { bodyOf, readinessInputOf, readinessOf } from './stampable';

/** A random invoice that is ready by the product's rules, and what the provider makes of it. */
export interface RandomDocument {
  readonly seed: number;
  readonly type: string;
  /** The bytes that the stand-in received, as text. */
  readonly payload: string;
  readonly xml: string;
  /** The amounts that the product shows: subtotal, transferred, withheld, total. */
  readonly shown: readonly string[];
  /** Why it is not what it must be; none for a good one. */
  readonly faults: readonly string[];
}

/** Makes the documents of the seeds 1 to `count`. While the schemas judge one document, the next one is made. */
export async function randomDocuments(
  count: number,
  provider: Provider,
  validator: Validator,
): Promise<RandomDocument[]> {
  const judged: Promise<RandomDocument>[] = [];
  for (let seed = 1; seed <= count; seed += 1) judged.push(judge(await convertedDocument(seed, provider), validator));
  return Promise.all(judged);
}

/** Makes the document of a seed, sends it to the stand-in, and converts the bytes that arrived. The schemas have not judged it yet. */
async function convertedDocument(seed: number, provider: Provider): Promise<RandomDocument> {
  const generated = givenOf(new Chance(seed * 7919));
  const given = readinessInputOf(generated);
  const { errors } = readinessOf(given);
  if (errors.length > 0)
    return { ...NONE, seed, faults: errors.map(({ code, field, message }) => `${code} ${field}: ${message}`) };
  const { bytes } = await provider.send(bodyOf(given, randomUUID()));
  const { rfc, legalName, taxRegime, zipCode } = generated.organization;
  const { type, xml, amounts } = documentOf(bytes, { rfc, legalName, taxSystem: taxRegime, zip: zipCode });
  const { subtotal, taxAmount, withheldAmount, total } = amountsOf(given.invoice.items);
  const shown = [subtotal, taxAmount, withheldAmount, total].map((amount) => amount.toFixed(2));
  const computed = [amounts.subtotal, amounts.transferredTotal, amounts.withheldTotal, amounts.total];
  const expected = computed.map((amount) => amount.toFixed(2));
  const payload = Buffer.from(bytes).toString('utf8');
  const faults = [
    ...undescribedFields(JSON.parse(payload)),
    ...(shown.join() === expected.join() ? [] : [`The product shows ${shown}, the second arithmetic ${expected}.`]),
  ];
  return { seed, type, payload, xml, shown, faults };
}

const judge = async (converted: RandomDocument, { faultsOf }: Validator): Promise<RandomDocument> =>
  converted.xml === ''
    ? converted
    : { ...converted, faults: [...converted.faults, ...(await faultsOf(converted.xml))] };

const NONE = { type: '', payload: '', xml: '', shown: [] };
