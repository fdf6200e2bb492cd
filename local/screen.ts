import { isDefaultFolder } from './options';
import { DEMO, DEMO_PASSWORD } from './seed/demo';

/** The text for a new developer's first call, in fifteen lines at most. */
export function firstScreen(url: string, dataDir: string, isSeeded: boolean): string {
  return [
    '',
    `  Open it here       ${url}   the console; the API has the same address`,
    `  Every operation    ${url}/docs   the reference, where you can try each operation`,
    `  Sent mails         ${url}/_local/outbox`,
    `  Cost of each call  ${url}/_local/usage`,
    ...(isSeeded ? signInLines(url) : ['', '  There is no demo team. To add it, start without --no-seed.']),
    '',
    `  The data are in ${dataDir}. To start without data: npm start -- ${isDefaultFolder(dataDir) ? '' : `--data ${dataDir} `}--fresh`,
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
