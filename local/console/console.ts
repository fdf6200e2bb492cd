import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileRoute, pageAnswer } from '../pages';
import { projectRoot } from '../root';
import { DEMO, DEMO_PASSWORD } from '../seed/demo';
import { jsonAnswer, type Wire } from '../wire';
import { driverQueueModule } from './driver-queue';
import { spanishTexts } from './spanish';

const FILES = '/_local/console';

/** The packages that the page imports, by file name. */
const PACKAGES: Readonly<Record<string, string>> = {
  'preact.mjs': 'preact/dist/preact.mjs',
  'preact-hooks.mjs': 'preact/hooks/dist/hooks.mjs',
  'htm.mjs': 'htm/dist/htm.mjs',
  'leaflet.css': 'leaflet/dist/leaflet.css',
  'leaflet.mjs': 'leaflet/dist/leaflet-src.esm.js',
  'polyline-codec.mjs': '@googlemaps/polyline-codec/dist/index.esm.js',
  'uqr.mjs': 'uqr/dist/index.mjs',
};

/** The files that are not on disk. */
const DRIVER_QUEUE = 'fleet-driver-queue.mjs';
const MADE = new Map([
  [DRIVER_QUEUE, driverQueueModule],
  ['spanish.json', spanishTexts],
]);

const IMPORTS = {
  imports: {
    preact: `${FILES}/preact.mjs`,
    'preact/hooks': `${FILES}/preact-hooks.mjs`,
    htm: `${FILES}/htm.mjs`,
    leaflet: `${FILES}/leaflet.mjs`,
    '@googlemaps/polyline-codec': `${FILES}/polyline-codec.mjs`,
    uqr: `${FILES}/uqr.mjs`,
    '/client/src/driver.ts': `${FILES}/${DRIVER_QUEUE}`,
  },
};

const page = (nonce: string): string => `<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Consola · Fleet operations</title>
<link rel="icon" href="${FILES}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${FILES}/leaflet.css">
<link rel="stylesheet" href="${FILES}/style.css">
<link rel="stylesheet" href="${FILES}/first-steps.css">
<link rel="stylesheet" href="${FILES}/map.css">
<link rel="stylesheet" href="${FILES}/operations.css">
<script type="importmap" nonce="${nonce}">${JSON.stringify(IMPORTS)}</script>
<script type="module" src="${FILES}/main.js" nonce="${nonce}"></script>
</head>
<body>
<div id="app"></div>
<noscript>La consola necesita JavaScript. La API responde sin él: /openapi.json</noscript>
</body>
</html>
`;

/**
 * Serves the console at `/`: static files that call the public API directly. A program that asks for JSON at `/` gets a description of this
 * server instead. `isSeeded` says whether the demo users exist; `storage` is the address of the documents that the API redirects to.
 */
export function consoleRoutes(
  whatIsHere: Wire,
  { isSeeded, storage }: { readonly isSeeded: boolean; readonly storage: string },
): Record<string, Wire> {
  const policy = { 'connect-src': `'self' ${storage}` };
  const people = isSeeded ? demoPeople() : { members: [], drivers: [] };
  return {
    'GET /_local/people': () => jsonAnswer(200, people),
    'GET /': async (request) => {
      const answer = asksForPage(request.headers.accept) ? pageAnswer(page, policy) : await whatIsHere(request);
      return { ...answer, headers: { ...answer.headers, vary: 'accept' } };
    },
    ...fileRoute(FILES, pathOf, MADE),
  };
}

/** The users that can be signed in with one click. Their password is not a secret: the first screen of `npm start` shows it too. */
const demoPeople = () => ({
  password: DEMO_PASSWORD,
  members: DEMO.members,
  drivers: DEMO.drivers.flatMap(({ id, username, fields: { name } }) =>
    username === undefined ? [] : [{ driverId: id, username, name }],
  ),
});

const asksForPage = (accept: unknown): boolean => typeof accept === 'string' && accept.includes('text/html');

function pathOf(name: string): string | undefined {
  const inPackages = PACKAGES[name];
  if (inPackages !== undefined) return join(projectRoot(), 'node_modules', inPackages);
  const own = join(projectRoot(), 'local', 'console', 'web', basename(name));
  return existsSync(own) ? own : undefined;
}
