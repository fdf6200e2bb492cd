import { isDefaultFolder, type Options } from './options';
import { DEMO, DEMO_PASSWORD } from './seed/demo';
import { shellWord } from './shell-word';

type Shown = Pick<Options, 'dataDir' | 'seed' | 'forwardTo'>;

/** The text for a new developer's first call, in fifteen lines at most, and two more about events that are forwarded. */
export function firstScreen(url: string, { dataDir, seed, forwardTo }: Shown, forwardSecret?: string): string {
  return [
    '',
    `  Open it here       ${url}   the console; the API has the same address`,
    `  Every operation    ${url}/docs   the reference, where you can try each operation`,
    `  Sent mails         ${url}/_local/outbox`,
    `  Cost of each call  ${url}/_local/usage`,
    ...(seed ? signInLines(url) : ['', '  There is no demo team. To add it, start without --no-seed.']),
    ...(forwardSecret ? forwardLines(url, forwardTo, forwardSecret) : []),
    '',
    `  The data are in ${dataDir}. To start anew: npm start -- ${isDefaultFolder(dataDir) ? '' : `--data ${shellWord(dataDir)} `}--fresh`,
    '',
  ].join('\n');
}

const signInLines = (url: string): string[] => [
  '',
  `  Sign in as   ${DEMO.members.map(({ email }) => email).join(', ')}`,
  `  as a driver  ${DEMO.drivers[0].username}     password of all accounts: ${DEMO_PASSWORD}`,
  '',
  `  curl ${url}/auth/login -H 'content-type: application/json' \\`,
  `    -d '{"email":"${DEMO.members[0].email}","password":"${DEMO_PASSWORD}"}'`,
];

const forwardLines = (url: string, forwardTo: string | undefined, secret: string): string[] => [
  '',
  `  Events of the demo team go to ${forwardTo}, signed with ${secret}`,
  `  Sent requests      ${url}/_local/webhooks`,
];
