import { randomUUID } from 'node:crypto';
import { checkDocument } from '../../local/facturapi/invoice-checks';
import { amountsOf } from '../../shared/invoices/amounts';
import { fieldsOf, NUMBERS, TEXTS } from './cases/attacks';
import { givenWith, ILLEGAL, LEGAL } from './cases/odd';
import { invoiceOf, VECTORS } from './cases/vectors';
import { documentOf } from './judge/cfdi';
import { fieldName, withValue } from './judge/leaves';
import { ISSUER, SAMPLES } from './judge/samples';
import { schemaValidator } from './judge/validator';
import { recordingProvider } from './product/received';
import { bodyOf, readinessInputOf, readinessOf } from './product/stampable';

/** One process for the schemas and one start of the catalogues serve all these cases. */
const { faultsOf } = schemaValidator();

const ID = '0190e4a2-0000-7000-8000-000000000001';

test.each(LEGAL)('tax §10.3: %s is ready, and its document is valid', async (_, changes) => {
  const given = givenWith(changes);
  expect(readinessOf(given).errors).toEqual([]);
  const bytes = Buffer.from(JSON.stringify(bodyOf(given, ID)));
  expect(() => checkDocument(JSON.parse(bytes.toString('utf8')))).not.toThrow();
  expect(await faultsOf(documentOf(bytes, ISSUER).xml)).toEqual([]);
});

test.each(ILLEGAL)('tax §10.3: %s is not ready', (_, changes, ...fields) => {
  expect(readinessOf(givenWith(changes)).errors.map((one) => one.field)).toEqual(fields);
});

/** The document of an invoice; undefined if a schema refuses the invoice or readiness finds something. */
function stampedXml(invoice: unknown): string | undefined {
  try {
    const given = readinessInputOf(Object(invoice));
    if (!readinessOf(given).ready) return undefined;
    return documentOf(Buffer.from(JSON.stringify(bodyOf(given, ID))), ISSUER).xml;
  } catch (failure) {
    if (Object(failure).name === 'ValiError') return undefined;
    throw failure;
  }
}

test('tax §10: no hostile value of any field is ready and yet no document', async () => {
  const fields = fieldsOf();
  const wrong: string[] = [];
  let documents = 0;
  for (const { valid, leaf } of fields) {
    for (const value of typeof leaf.value === 'number' ? NUMBERS : TEXTS) {
      const xml = stampedXml(withValue(valid, leaf.path, value));
      if (xml === undefined) continue;
      documents += 1;
      const [fault] = await faultsOf(xml);
      if (fault !== undefined) wrong.push(`${fieldName(leaf.path)} ${JSON.stringify(value)}: ${fault}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(fields.length).toBeGreaterThan(80);
  expect(documents).toBeGreaterThan(250);
});

describe('tax §2.3, §2.5: the amounts of an invoice', () => {
  const provider = recordingProvider({ overHttp: true });

  test.each(VECTORS)(
    'tax §2.5: %s, shown by the product, stamped by the stand-in and written in the document',
    async (_, lines, ...expected) => {
      const given = invoiceOf(lines);
      const { bytes, total } = await provider.send(bodyOf(given, randomUUID()));
      const { xml, amounts } = documentOf(bytes, ISSUER);
      const { subtotal, taxAmount, withheldAmount, total: shown } = amountsOf(given.invoice.items);
      expect([subtotal, taxAmount, withheldAmount, shown].map((amount) => amount.toFixed(2))).toEqual(expected);
      const computed = [amounts.subtotal, amounts.transferredTotal, amounts.withheldTotal, amounts.total];
      expect(computed.map((amount) => amount.toFixed(2))).toEqual(expected);
      expect(Number(total).toFixed(2)).toBe(expected[3]);
      expect(await faultsOf(xml)).toEqual([]);
    },
  );
});

describe('tax §10.1: the bytes that the stand-in receives', () => {
  const [wire, direct] = [recordingProvider({ overHttp: true }), recordingProvider()];

  test.each(Object.entries(SAMPLES))('are the same over HTTP and without it: type %s', async (_, body) => {
    const odd = { ...body, external_id: 'ÑANDÚ 🚚 \u2028 "|"' };
    const [{ bytes }, other] = [await wire.send(odd), await direct.send(odd)];
    expect(Buffer.from(bytes).toString('latin1')).toBe(Buffer.from(other.bytes).toString('latin1'));
    expect(JSON.parse(Buffer.from(bytes).toString('utf8'))).toEqual(odd);
    expect([other.total, bytes.length > 500]).toEqual([expect.any(Number), true]);
  });
});
