import { checkReadiness } from '../../shared/carta-porte/readiness';
import { catalogues } from '../../shared/carta-porte/sat/catalogues';
import packed from '../../shared/carta-porte/sat/packed.json';
import { postcodeTable } from '../../shared/carta-porte/sat/unpack';
import { readyFreight } from '../support/freight';
import { CARTA_PORTE_RULES } from './readiness/carta-porte-rules';
import { FIGURE_RULES } from './readiness/figure-rules';
import { FREIGHT_RULES, FREIGHT_WARNINGS } from './readiness/freight-rules';
import { INVOICE_RULES } from './readiness/invoice-rules';
import { PLACE_RULES } from './readiness/place-rules';
import { type Given, type Rule, withChanges } from './readiness/rules';
import { WARNINGS } from './readiness/warnings';

const check = (given: Given) => checkReadiness(given, catalogues);

const written = (findings: readonly { code: string; field: string; source: string }[]): string[] =>
  findings.map(({ source, code, field }) => `${source} ${code} ${field}`);

test('finds nothing where nothing is wrong', () => {
  expect(check(readyFreight())).toMatchObject({ ready: true, errors: [], warnings: [] });
});

describe.each<[string, readonly Rule[]]>([
  ['an invoice', INVOICE_RULES],
  ['a Carta Porte', CARTA_PORTE_RULES],
  ['its figures', FIGURE_RULES],
  ['its places', PLACE_RULES],
  ['its freight', FREIGHT_RULES],
])('what is wrong with %s', (_, rules) => {
  test.each(rules)('$name: $changes → $finds', ({ changes, finds }) => {
    const { ready, errors, warnings } = check(withChanges(readyFreight(), changes));
    expect(written(errors)).toEqual(finds);
    expect(ready).toBe(finds.length === 0);
    for (const { message } of errors) for (const said of Object.values(message)) expect(said).toMatch(/^\p{Lu}.*\.$/su);
    expect(warnings.map(({ code }) => code).filter((code) => !RELATED_WARNINGS.includes(code))).toEqual([]);
  });
});

/** Warnings that a change of the client, the rates or the documents can add. */
const RELATED_WARNINGS = [
  'WITHHOLDING',
  'NO_CARTA_PORTE',
  'MUNICIPALITY_NOT_SENT',
  'OVERWEIGHT',
  'DEPARTED',
  'LEGAL_NAME',
];

describe('what is remarked on', () => {
  test.each([...WARNINGS, ...FREIGHT_WARNINGS])('$name: $changes → $finds', ({ changes, finds }) => {
    const { ready, errors, warnings } = check(withChanges(readyFreight(), changes));
    expect(written(warnings)).toEqual(finds);
    expect([ready, errors]).toEqual([true, []]);
  });
});

test.each([
  ['2025-11-01', '2026-03-01T12:00:00Z', []],
  ['2025-11-01', '2026-03-02T12:00:00Z', ['LOCAL CATALOGUES_OLD catalogues']],
  ['2025-11-01', '2026-03-02T05:59:00Z', []],
])('tax §11: catalogues of %s are remarked on at %s: %j', (date, now, found) => {
  const given = { ...readyFreight(), now: new Date(now) };
  const { ready, warnings } = checkReadiness(given, { ...catalogues, date });
  expect([ready, written(warnings)]).toEqual([true, found]);
});

test('tells all problems at once', () => {
  const changes = {
    client: undefined,
    driver: undefined,
    vehicle: undefined,
    organization: undefined,
    'invoice.items': [],
    'invoice.paymentForm': '98',
    'invoice.cartaPorte.destino.domicilio.codigoPostal': '99998x',
    'invoice.cartaPorte.mercancias[0].bienesTransp': '99999999',
    'invoice.cartaPorte.permSCT': null,
  };
  expect(written(check(withChanges(readyFreight(), changes)).errors)).toEqual([
    'LOCAL REQUIRED organization',
    'LOCAL REQUIRED client',
    'CFDI CFDI40104 paymentForm',
    'LOCAL REQUIRED items',
    'SAT CP147 cartaPorte.destino.domicilio.codigoPostal',
    'LOCAL NOT_IN_CATALOGUE cartaPorte.mercancias[0].bienesTransp',
    'LOCAL REQUIRED cartaPorte.permSCT',
    'LOCAL REQUIRED vehicle',
    'SAT CP193 driver',
  ]);
});

test.each([
  ['legal entity', 'URE180429TM6', '612'],
  ['natural person', 'CACX7605101P8', '601'],
])('says that the regime is none of a %s', (person, rfc, taxRegime) => {
  const changes = { 'client.rfc': rfc, 'client.taxRegime': taxRegime };
  expect(check(withChanges(readyFreight(), changes)).errors.map(({ message }) => message.en)).toEqual([
    `This regime is not for a ${person}. Choose the regime in the tax status certificate.`,
  ]);
});

test('says whose field it is', () => {
  const changes = { 'invoice.cartaPorte.origen.rfc': '', 'invoice.cartaPorte.destino.rfc': '' };
  expect(check(withChanges(readyFreight(), changes)).errors.map(({ message }) => message.en)).toEqual([
    'Fill in the RFC of the sender.',
    'Fill in the RFC of the addressee.',
  ]);
});

describe('what is not checked', () => {
  const fields = (given: Given): string[] => check(given).notChecked.map(({ field }) => field);

  test('is named: lists of the SAT’s', () => {
    expect(fields(readyFreight())).toEqual([
      'organization.rfc',
      'client.rfc',
      'cartaPorte.origen.rfc',
      'cartaPorte.destino.rfc',
      'driver.rfc',
      'cartaPorte.permSCT',
    ]);
  });

  test('says nothing of a complement, a client or a driver that there is not', () => {
    const changes = { 'invoice.cartaPorte': undefined, client: undefined, driver: undefined };
    expect(fields(withChanges(readyFreight(), changes))).toEqual(['organization.rfc']);
    const all = fields(readyFreight());
    expect(fields(withChanges(readyFreight(), { driver: undefined }))).toEqual(
      all.filter((field) => field !== 'driver.rfc'),
    );
  });
});

test('checks 500 goods and 200 items in the time of eight unpackings of the postcodes', () => {
  const { invoice, ...rest } = readyFreight();
  const mercancias = Array.from({ length: 500 }, () => invoice.cartaPorte.mercancias).flat();
  const items = Array.from({ length: 200 }, () => invoice.items).flat();
  const large = { ...rest, invoice: { ...invoice, items, cartaPorte: { ...invoice.cartaPorte, mercancias } } };
  expect(check(large).ready).toBe(true);
  // The unpacking stands for the speed of the machine: it and the check take about 10 ms each on x64, and 200 and 300 ms on an emulated arm64.
  expect(leastOf(() => check(large))).toBeLessThan(8 * leastOf(() => postcodeTable(packed.postcodes)));
});

/** The minimum of several runs, because other processes may slow some of them. */
function leastOf(run: () => unknown): number {
  const durations = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    run();
    return performance.now() - startedAt;
  });
  return Math.min(...durations);
}
