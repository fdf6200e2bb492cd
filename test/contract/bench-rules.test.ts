import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUDGETS } from '../../bench/budgets';
import { priceOfDeliveries } from '../../bench/report/deliveries';
import { loadOf, scaleDocument } from '../../bench/report/scale';
import { readResults } from '../../bench/results';
import { selfSigned } from '../../bench/starts/certificate';
import { VERSION } from '../../bench/starts/lambda-node';
import { withStage } from '../../bench/starts/stage';
import { OURS } from '../../bench/starts/variants';
import { synthesize } from '../stack/synthesis';

const results = readResults();
const limitsOf = (what: RegExp) => {
  const found = BUDGETS.find((one) => what.test(one.what));
  if (found === undefined) throw new Error(`The bench has no budget ${what}.`);
  return found;
};

describe('production 1.3: the bench measures cold starts', () => {
  test('on the version of Node that the functions run on', () => {
    const { functions } = synthesize({}, { operations: {} });
    const runtimes = functions.resources('AWS::Lambda::Function').map(({ properties }) => properties.Runtime);
    expect(new Set(runtimes)).toEqual(new Set([`nodejs${VERSION.split('.')[0]}.x`]));
    expect(results.starts?.node).toBe(`v${VERSION}`);
  });

  test('over HTTPS', async () => {
    const trusted = { ...selfSigned(), file: 'certificate.pem' };
    const { environment } = await withStage(async (stage) => stage, trusted);
    const endpoints = Object.entries(environment).filter(([name]) => name.startsWith('AWS_ENDPOINT_URL'));
    expect(endpoints.length).toBeGreaterThan(0);
    for (const [, address] of endpoints) expect(address).toMatch(/^https:/);
    expect(environment.NODE_EXTRA_CA_CERTS).toBe(trusted.file);
  });

  test('with init phase and first call as figures of their own', () => {
    const ours = results.starts?.variants[OURS];
    expect(ours?.init.median).toBeGreaterThan(0);
    expect(ours?.first.median).toBeGreaterThan(0);
    const { measured } = limitsOf(/^first call/);
    expect(measured(results)).toBe(ours?.firstRatio);
  });
});

test('production 1.9: the goals and limits of cold starts, and the last run within the limits', () => {
  const first = limitsOf(/^first call/);
  const total = limitsOf(/^init phase and first call/);
  expect([first.goal, first.fail]).toEqual([0.32, 0.35]);
  // 0.75 was the limit: docs/decisions/0030 says why it is wider.
  expect([total.goal, total.fail]).toEqual([0.72, 0.8]);
  expect(results.starts?.variants[OURS]?.firstRatio.median).toBeLessThanOrEqual(first.fail);
  expect(results.starts?.variants[OURS]?.ratio.median).toBeLessThanOrEqual(total.fail);
  for (const trucks of [5, 50, 500]) {
    const { measured, fail } = limitsOf(new RegExp(`cold start, ${trucks} trucks`));
    expect(measured(results)).toBeLessThanOrEqual(fail);
  }
});

describe('production 9.5: which limit is reached first', () => {
  /** A team has 50 trucks: this load is that of so many times 500 trucks. */
  const times = (factor: number) => loadOf(10 * factor, 1);
  const GATEWAY = 10_000;
  const COGNITO = 120;
  const PROVIDER_AN_HOUR = 5 * 3_600;

  test.each([10, 100])('%d times 500 trucks stay below every limit', (factor) => {
    const { requests, refreshes, stampsAnHour, atOnce } = times(factor);
    expect(requests).toBeLessThan(GATEWAY);
    expect(refreshes).toBeLessThan(COGNITO);
    expect(stampsAnHour).toBeLessThan(PROVIDER_AN_HOUR);
    expect(atOnce).toBeLessThan(1_000);
  });

  test('at 100 times 500 trucks one stamp comes each second, and at 1,000 times more than the recovery sends', () => {
    expect(times(100).stampsAnHour / 3_600).toBeCloseTo(1, 1);
    expect(times(1_000).stampsAnHour).toBeGreaterThan(PROVIDER_AN_HOUR);
  });

  test('at 1,000 times 500 trucks the renewals are over the quota of Cognito, and the requests below that of the gateway', () => {
    expect(times(1_000).refreshes).toBeGreaterThan(COGNITO);
    expect(times(1_000).requests).toBeLessThan(GATEWAY);
  });

  test('docs/scale.md is that of the model and of the last bench', () => {
    const { units, machine } = results;
    if (units === undefined || machine === undefined) throw new Error('The bench has no results.');
    const shown = readFileSync(join(__dirname, '..', '..', 'docs', 'scale.md'), 'utf8');
    expect(shown).toBe(scaleDocument(units, machine));
  });
});

test('integrations 6: a million events to a receiver that takes 0.3 s cost at most 3 dollars at five a batch, and 6 one by one (model)', () => {
  expect(priceOfDeliveries(5).total).toBeLessThanOrEqual(3);
  expect(priceOfDeliveries(1).total).toBeLessThanOrEqual(6);
});
