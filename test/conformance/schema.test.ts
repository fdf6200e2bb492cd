import { documentOf } from './judge/cfdi';
import { bytesOf, ISSUER, SAMPLES, transport } from './judge/samples';
import { schemaValidator } from './judge/validator';

const { faultsOf } = schemaValidator();
const whole = schemaValidator('--whole');
const xmlOf = (body: unknown): string => documentOf(bytesOf(body), ISSUER).xml;

describe('tax §10.2: the schemas of the SAT', () => {
  test.each(Object.entries(SAMPLES))(
    'accept a document of type %s, as they are and with the goods in a set',
    async (_, body) => {
      expect([await faultsOf(xmlOf(body)), await whole.faultsOf(xmlOf(body))]).toEqual([[], []]);
    },
  );

  test.each([
    ['an IdCCP of 39 characters', 'I', 'IdCCP="CCCe4a20', 'IdCCP="CCCCCCe4a20', /IdCCP.*pattern/],
    ['goods that the catalogue does not have', 'T', 'BienesTransp="15101505"', 'BienesTransp="15101599"', /15101599/],
    ['no Totales', 'P', /<pago20:Totales[^>]*>/, '', /Pago.*Expected.*Totales/s],
    [
      'an ImpPagado with seven decimals',
      'P',
      'ImpPagado="5600"',
      'ImpPagado="5600.0000001"',
      /ImpPagado.*(fractionDigits|pattern)/,
    ],
    ['a total with a sign', 'I', /Total="\d/, 'Total="-1', /Total/],
    [
      'two complements of goods in one',
      'I',
      '</cartaporte31:Ubicaciones>',
      '</cartaporte31:Ubicaciones><cartaporte31:Ubicaciones/>',
      /Ubicaciones/,
    ],
    ['a fiscal use that the catalogue does not have', 'I', 'UsoCFDI="G03"', 'UsoCFDI="G99"', /UsoCFDI/],
    [
      'three trailers',
      'T',
      '<cartaporte31:Remolque ',
      '<cartaporte31:Remolque SubTipoRem="CTR004" Placa="98UH7T"/><cartaporte31:Remolque ',
      /Remolque/,
    ],
  ] as const)('refuse %s', async (_, type, sought, replacement, fault) => {
    const valid = xmlOf(SAMPLES[type]);
    const broken = valid.replace(sought, replacement);
    expect(broken).not.toBe(valid);
    expect((await faultsOf(broken)).join('\n')).toMatch(fault);
  });

  test('refuse what is no XML', async () => {
    expect(await faultsOf('<cfdi:Comprobante')).not.toEqual([]);
  });
});

test('tax §10.1: a field that the converter does not know is an error, not a silence', () => {
  const [complement] = SAMPLES.I.complements;
  const body = { ...SAMPLES.I, complements: [{ ...complement, data: { ...transport, RegistroISTMO: 'Sí' } }] };
  expect(() => xmlOf(body)).toThrow('complements[0].data.RegistroISTMO has no place in the document.');
});
