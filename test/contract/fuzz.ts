import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFleet, ok } from '../../client/src/index';
import document from '../../docs/openapi.json';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { baseEnvironment, run } from '../deploy/command';
import { endServers, startServer } from '../local/support/server';
import { pythonProgram } from '../support/python';
import { UNSAID_FIELDS, UNSAID_SENTENCES } from './unsaid-fields';

const HELD = join(__dirname, 'held.py');
const REQUIREMENTS = join(__dirname, 'requirements.txt');
const LONGEST_SECONDS = 75;
const OWN_PASSWORD = 'Campos-De-Prueba-26';

/**
 * The fuzzer checks that each answer has a documented status, type, schema and headers, that no request causes a 500, that invalid or
 * unauthenticated requests are refused, and that valid requests are accepted. This list holds the checks that are switched off
 * (docs/decisions/0031).
 */
const NOT_ASKED = [
  // held.py replaces this check: it knows the fields whose rules a schema cannot express.
  'positive_data_acceptance',
  // held.py asks it of the requests without an empty text.
  'negative_data_rejection',
  'unsupported_method',
  'allow_header_conformance',
  'use_after_free',
  'ensure_resource_availability',
  'object_level_authorization',
];

/** These operations end the sessions that all other requests use. */
const ENDING_SESSIONS = ['logout', 'resetPassword', 'recoverMfa'];

/**
 * Sends valid and invalid requests, generated from the document, to the running server, its examples first. Throws the violations. A
 * failure of the provider is documented and does not count. Any fault of the service counts, because the server reports it on every
 * request.
 */
export async function fuzz(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-contract-'));
  const log = join(folder, 'schemathesis.log');
  const program = await pythonProgram(REQUIREMENTS, 'schemathesis', log);
  const server = startServer(['--port', '0', '--data', join(folder, 'data')]);
  try {
    const url = await server.url();
    const configuration = join(folder, 'schemathesis.toml');
    writeFileSync(configuration, await settings(url));
    const excluded = ENDING_SESSIONS.flatMap((id) => ['--exclude-operation-id', id]);
    // One worker only: two at once trigger a race in CPython 3.11's parser ("AST constructor recursion depth mismatch").
    const bounds = [
      '--max-time',
      String(LONGEST_SECONDS),
      '--phases',
      'examples,coverage',
      '--seed',
      '1',
      '--workers',
      '1',
    ];
    const quiet = ['--no-color', '--no-shrink', '--suppress-health-check', 'all', '--warnings', 'off'];
    const args = ['--config-file', configuration, 'run', `${url}/openapi.json`];
    await run({
      command: program,
      args: [...args, ...bounds, ...quiet, ...excluded],
      env: {
        ...baseEnvironment(),
        UNSAID_FIELDS: JSON.stringify(Object.keys(UNSAID_FIELDS)),
        UNSAID_SENTENCES: JSON.stringify(Object.keys(UNSAID_SENTENCES)),
      },
      log,
      cwd: folder,
    });
    const [told = '0 generated'] = /\d+ generated.*/.exec(readFileSync(log, 'utf8')) ?? [];
    console.log(`    ${told}`);
    assert.ok(Number.parseInt(told, 10) > 300, 'The fuzzer sent too few requests.');
    assert.equal(server.output().stderr, '', 'The server reported faults.');
  } finally {
    await endServers();
    rmSync(folder, { recursive: true });
  }
}

/** The fuzzer's configuration: a token of each pool, and no check for server errors in operations that may answer 502. */
async function settings(baseUrl: string): Promise<string> {
  const [staff, drivers] = [createFleet({ baseUrl }), createFleet({ baseUrl })];
  const [{ email }] = DEMO.members;
  await ok(staff.POST('/auth/login', { body: { email, password: DEMO_PASSWORD } }));
  // The examples have the demo's password, with which one of them would end the session of all other requests.
  await ok(staff.POST('/users/me/password', { body: { currentPassword: DEMO_PASSWORD, newPassword: OWN_PASSWORD } }));
  await ok(staff.POST('/auth/login', { body: { email, password: OWN_PASSWORD } }));
  const [{ username = '' }] = DEMO.drivers;
  await ok(drivers.POST('/auth/drivers/login', { body: { username, password: DEMO_PASSWORD } }));
  const token = (scheme: string, value = '') => `[auth.openapi.${scheme}]\nbearer = "${value}"\n`;
  return [
    `hooks = ${JSON.stringify(HELD)}`,
    '[checks]',
    ...NOT_ASKED.map((check) => `${check}.enabled = false`),
    token('staff', staff.session?.tokens.accessToken),
    token('drivers', drivers.session?.tokens.accessToken),
    '[auth.openapi.webhook]\napi_key = "00"\n',
    ...withProvider().map(
      (id) => `[[operations]]\ninclude-operation-id = "${id}"\nchecks.not_a_server_error.enabled = false\n`,
    ),
  ].join('\n');
}

const withProvider = (): string[] =>
  Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => ('502' in operation.responses ? [operation.operationId] : []));
