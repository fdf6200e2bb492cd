import { parseArgs } from 'node:util';
import { type CanaryPlace, setUpCanary } from './set-up-canary';

/**
 * Makes the account, the team and the trip of the canary, and keeps them in its secret: `npm run canary -- --url … --secret … --pool … --email …`.
 * A repeated run changes nothing while all of them work.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      secret: { type: 'string' },
      pool: { type: 'string' },
      email: { type: 'string' },
    },
  });
  const given = (name: keyof typeof values): string => {
    const value = values[name];
    if (!value) throw new Error(`Give --${name}. docs/operations.md, "Set up the canary", has the whole command.`);
    return value;
  };
  const place: CanaryPlace = {
    url: given('url').replace(/\/$/, ''),
    secretArn: given('secret'),
    poolId: given('pool'),
    email: given('email').toLowerCase(),
  };
  console.log(await setUpCanary(place));
}

main().catch((failure: unknown) => {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
});
