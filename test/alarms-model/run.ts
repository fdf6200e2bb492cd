import { earlierDefinitions, presentDefinitions } from './definitions';
import { faultsOf, firedIn, simulateAll } from './judge';
import { recordApart } from './record-apart';
import { weaken } from './weaken';

/**
 * `npm run alarms`: which outage raises which alarm, in a model of CloudWatch that is fed with the lines of the real
 * handlers. Fails when an outage raises no alarm or the wrong one, and when a quiet week or a single fault raises one.
 * `-- --weaken` changes one property of each alarm at a time and fails when no outage and no quiet time notices.
 */
async function main(): Promise<boolean> {
  const began = Date.now();
  const recordings = await recordApart();
  for (const [kind, samples] of Object.entries(recordings.calls))
    console.log(`recorded ${samples.length} calls of ${new Set(samples.map(({ id }) => id)).size} operations: ${kind}`);
  const earlier = earlierDefinitions();
  const before = simulateAll(recordings, earlier).filter(({ outage }) => outage && !outage.isMore);
  const found = before.flatMap((one) => {
    const fired = [...firedIn(one, earlier).keys()];
    return fired.length > 0 ? [`${one.name} (${fired.join(', ')})`] : [];
  });
  console.log(`\nthe ${earlier.alarms.length} alarms of commit 1018597 find ${found.length} of ${before.length}:`);
  for (const line of found) console.log(`  ${line}`);

  const present = presentDefinitions();
  const cases = simulateAll(recordings, present);
  let failed = 0;
  const verdict = (isGood: boolean, text: string) => {
    failed += isGood ? 0 : 1;
    console.log(`  ${isGood ? '✓' : '✕'} ${text}`);
  };
  console.log('\nthe present alarms:');
  const unseen = new Set([...present.alarms, ...present.composites].map(({ name }) => name));
  for (const one of cases.filter(({ outage }) => outage)) {
    const [faults, fired] = [faultsOf(one, present), firedIn(one, present)];
    const alarm = one.outage?.alarm ?? '';
    for (const name of fired.keys()) unseen.delete(name);
    verdict(faults.length === 0, `${one.name}: ${alarm} after ${fired.get(alarm)} of ${one.outage?.within} minutes`);
    for (const fault of faults) console.log(`      ${fault}`);
  }
  const quiet = cases.filter(({ outage }) => outage === undefined);
  for (const one of quiet) {
    const faults = faultsOf(one, present);
    if (faults.length > 0 || one.name === 'a quiet week')
      verdict(faults.length === 0, `production 3.3: ${one.name}: no alarm`);
    for (const fault of faults) console.log(`      ${fault}`);
  }
  const silent = [...unseen].filter((name) => !ON_ATTACKS.includes(name));
  verdict(silent.length === 0, `every alarm for outages goes off in one${silent.map((name) => `, not ${name}`)}`);
  const counted = cases.reduce((sum, { recorded }) => sum + recorded.counted.lines, 0);
  const values = cases.reduce((sum, { recorded }) => sum + recorded.counted.values, 0);
  const outages = cases.filter(({ outage }) => outage && !outage.isMore).length;
  console.log(
    `\n${outages} outages and ${cases.length - outages - quiet.length} more, ${quiet.length - 1} single faults, a quiet week; ` +
      `${counted} log lines and ${values} values of metrics; Node ${process.version}, ${((Date.now() - began) / 1_000).toFixed(1)} s`,
  );
  if (process.argv.includes('--weaken')) failed += weaken(present, cases, ON_ATTACKS);
  console.log(`\n${cases.length + 1 - failed} passed, ${failed} failed`);
  return failed === 0;
}

/** The alarms of lib/security-alarms.ts: attacks and abuse are not outages. `npm run attacks` plays attackers. */
const ON_ATTACKS = [
  'sign-ins-failing',
  'requests-denied',
  'requests-limited',
  'recoveries',
  'stamps-nearly-spent',
  'stamps-limit',
  'mails-bouncing',
  'mail-complaints',
  'claims-refused',
];

main().then(
  (isGood) => {
    process.exitCode = isGood ? 0 : 1;
  },
  (failure: unknown) => {
    console.error(failure);
    process.exitCode = 1;
  },
);
