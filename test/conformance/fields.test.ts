import { isDeepStrictEqual } from 'node:util';
import { type Converted, documentOf } from './judge/cfdi';
import { fieldName, leavesOf, type Path, withValue } from './judge/leaves';
import { undescribedFields } from './judge/provider-fields';
import { bytesOf, ISSUER, SAMPLES } from './judge/samples';

const CASES = Object.entries(SAMPLES);

/** The document of a body with the fields outside it, or the error of the converter. */
function resultOf(body: unknown): string {
  try {
    const { xml, outside }: Converted = documentOf(bytesOf(body), ISSUER);
    return JSON.stringify({ xml, outside });
  } catch (failure) {
    return String(failure);
  }
}

const DOCUMENT = 'complements[].data[].related_documents[]';

/** The values that the provider takes for absent fields, by its description. Removing such a value changes nothing. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  type: 'I',
  currency: 'MXN',
  payment_method: 'PUE',
  'items[].quantity': 1,
  'items[].product.taxability': '02',
  'items[].product.taxes': [],
  'items[].product.taxes[].type': 'IVA',
  'items[].product.taxes[].factor': 'Tasa',
  'complements[].data[].currency': 'MXN',
  [`${DOCUMENT}.currency`]: 'MXN',
  [`${DOCUMENT}.taxes[].factor`]: 'Tasa',
  [`${DOCUMENT}.taxes[].withholding`]: false,
};

/** A line of a receipt is of object 01 or 02 by its taxes, unless the body says otherwise. */
const isDefault = (path: Path, value: unknown): boolean =>
  fieldName(path) === `${DOCUMENT}.taxability` || isDeepStrictEqual(DEFAULTS[fieldName(path)], value);

const other = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return Array.isArray(value) ? [{ rate: 0.16 }] : `${value}x`;
};

describe('tax §10.1: each field of a body shows in the document or in the result', () => {
  test.each(CASES)('type %s', (_, body) => {
    const valid = resultOf(body);
    expect(valid).toMatch(/^\{"xml"/);
    const leaves = [...leavesOf(body)];
    const unnoticed = leaves.flatMap(({ path, value }) => {
      const isChanged = resultOf(withValue(body, path, other(value))) !== valid;
      const isMissed = isDefault(path, value) || resultOf(withValue(body, path, undefined)) !== valid;
      return isChanged && isMissed ? [] : [path.join('.')];
    });
    expect(unnoticed).toEqual([]);
    expect(leaves.length).toBeGreaterThan(15);
  });
});

describe('tax §10.1: the fields are those of the provider’s published description', () => {
  test.each(CASES)('type %s', (_, body) => {
    expect(undescribedFields(body)).toEqual([]);
  });

  test('an undescribed field and a wrong kind of value are found', () => {
    const [item] = SAMPLES.T.items;
    const priced = { ...SAMPLES.T, items: [{ ...item, product: { ...item?.product, price: 0, taxes: [] } }], use: 5 };
    expect(undescribedFields(priced)).toEqual([
      'items[].product.price is not described for type T',
      'items[].product.taxes is not described for type T',
      'use is described as string, not integer',
    ]);
  });
});
