import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { amountsOf } from '../../../shared/invoices/amounts';
import { Chance } from '../../load/chance';
import { givenOf } from '../generator/invoice';
import { documentOf } from '../judge/cfdi';
import { Decimal } from '../judge/decimal';
import { undescribedFields } from '../judge/provider-fields';
import { schemaValidator, type Validator } from '../judge/validator';
import { randomReceipt } from './receipt-documents';
import { type Provider, recordingProvider } from './received';
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

/** The first and the last seed of some random documents. */
export type Seeds = readonly [first: number, last: number];

/** Makes the documents of the seeds. While the schemas judge one document, the next one is made. */
async function randomDocuments(
  [first, last]: Seeds,
  provider: Provider,
  validator: Validator,
): Promise<RandomDocument[]> {
  const judged: Promise<RandomDocument>[] = [];
  for (let seed = first; seed <= last; seed += 1)
    judged.push(judge(await convertedDocument(seed, provider), validator));
  return Promise.all(judged);
}

/** "3 I, 1 P" of I, P, I, I. */
export const countsOf = (names: readonly string[]): string =>
  [...new Set(names)].map((name) => `${names.filter((one) => one === name).length} ${name}`).join(', ');

/**
 * Tests that the random documents of the seeds are valid. Returns a function that answers them; they are made once for a test file.
 */
export function testRandomDocuments(seeds: Seeds): () => Promise<readonly RandomDocument[]> {
  const provider = recordingProvider();
  const validator = schemaValidator();
  let made: Promise<RandomDocument[]> | undefined;
  const documents = () => {
    made ??= randomDocuments(seeds, provider, validator);
    return made;
  };
  test(`tax §10.3: the random documents ${seeds[0]} to ${seeds[1]} are valid, with the totals of the second arithmetic and described fields alone`, async () => {
    const all = await documents();
    const wrong = all.filter(({ faults }) => faults.length > 0);
    expect(wrong.slice(0, 5).map(({ seed, faults }) => ({ seed, faults }))).toEqual([]);
    expect(wrong).toHaveLength(0);
    expect(all).toHaveLength(seeds[1] - seeds[0] + 1);
    process.stdout.write(`conformance: ${countsOf(all.map(({ type }) => `random documents of type ${type}`))}\n`);
  });
  return documents;
}

/** Makes the document of a seed, sends it to the stand-in, and converts the bytes that arrived. The schemas have not judged it yet. */
async function convertedDocument(seed: number, provider: Provider): Promise<RandomDocument> {
  if (seed % RECEIPTS === 0) return convertedReceipt(seed, provider);
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

/** One document of nine is a receipt of payment. */
const RECEIPTS = 9;

async function convertedReceipt(seed: number, provider: Provider): Promise<RandomDocument> {
  const { body, expected, organization } = randomReceipt(new Chance(seed * 7919), randomUUID());
  const { bytes } = await provider.send(body);
  const { rfc, legalName, taxRegime, zipCode } = organization;
  const { type, xml } = documentOf(bytes, { rfc, legalName, taxSystem: taxRegime, zip: zipCode });
  const payload = Buffer.from(bytes).toString('utf8');
  const sent = v
    .parse(SentReceipt, JSON.parse(payload))
    .complements.flatMap(({ data }) =>
      data.flatMap(({ related_documents }) => related_documents.map(({ taxes }) => taxes.map(taxText).sort())),
    );
  const faults = [
    ...undescribedFields(JSON.parse(payload)),
    ...(isDeepStrictEqual(sent, expected)
      ? []
      : [`The lines have ${JSON.stringify(sent)}, the second computation ${JSON.stringify(expected)}.`]),
  ];
  return { seed, type, payload, xml, shown: ['0.00', '0.00', '0.00', '0.00'], faults };
}

const SentTax = v.object({ type: v.string(), rate: v.number(), withholding: v.boolean(), base: v.number() });
const SentReceipt = v.object({
  complements: v.array(
    v.object({
      data: v.array(v.object({ related_documents: v.array(v.object({ taxes: v.optional(v.array(SentTax), []) })) })),
    }),
  ),
});

const taxText = ({ type, rate, withholding, base }: v.InferOutput<typeof SentTax>): string =>
  `${type} ${rate} ${withholding} ${Decimal.of(base).toFixed(6)}`;

const judge = async (converted: RandomDocument, { faultsOf }: Validator): Promise<RandomDocument> =>
  converted.xml === ''
    ? converted
    : { ...converted, faults: [...converted.faults, ...(await faultsOf(converted.xml))] };

const NONE = { type: '', payload: '', xml: '', shown: [] };
