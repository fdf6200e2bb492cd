import { DEMO, DEMO_PASSWORD } from './seed/demo';

/** The text for a new developer's first call, in fifteen lines at most. */
export function firstScreen(url: string, dataDir: string, isSeeded: boolean): string {
  return [
    '',
    `  Open it here       ${url}   the console, and the API below it`,
    `  Every operation    ${url}/docs   the reference, to read and to try`,
    `  Mails it sent      ${url}/_local/outbox`,
    `  Cost of each call  ${url}/_local/usage`,
    ...(isSeeded ? signInLines(url) : ['', '  No demo team: start without --no-seed to have one.']),
    '',
    `  Data is kept in ${dataDir}. Start empty: npm start -- --fresh`,
    '',
  ].join('\n');
}

const signInLines = (url: string): string[] => [
  '',
  `  Sign in as   ${DEMO.members.map(({ email }) => email).join(', ')}`,
  `  or, driver   ${DEMO.drivers[0].username}     password of all: ${DEMO_PASSWORD}`,
  '',
  `  curl ${url}/auth/login -H 'content-type: application/json' \\`,
  `    -d '{"email":"${DEMO.members[0].email}","password":"${DEMO_PASSWORD}"}'`,
];
