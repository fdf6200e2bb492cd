import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileRoute, pageAnswer } from '../pages';
import { projectRoot } from '../root';
import type { Wire } from '../wire';

const FILES = '/_local/reference';

/** The files of the package that the page loads. */
const PACKAGE: readonly string[] = ['swagger-ui-bundle.js', 'swagger-ui.css'];

const page = (nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · Fleet operations</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${FILES}/swagger-ui.css">
<link rel="stylesheet" href="${FILES}/reference.css">
<script src="${FILES}/swagger-ui-bundle.js" nonce="${nonce}" defer></script>
<script type="module" src="${FILES}/reference.js" nonce="${nonce}"></script>
</head>
<body>
<header>
<h1>Fleet operations</h1>
<p>Sign in, open an operation and send it. The example values belong to the demo team, so you can send them unchanged.</p>
<div id="people"></div>
<p id="told" role="status"></p>
</header>
<main id="reference"></main>
<noscript>The reference needs JavaScript. The document itself does not: /openapi.json</noscript>
</body>
</html>
`;

/** Serves the API reference at `/docs` from the service's own OpenAPI document and files on disk, without the network. */
export const referenceRoutes = (): Record<string, Wire> => ({
  'GET /docs': () => pageAnswer(page),
  ...fileRoute(FILES, pathOf),
});

function pathOf(name: string): string | undefined {
  if (PACKAGE.includes(name)) return join(projectRoot(), 'node_modules', 'swagger-ui-dist', name);
  const own = join(projectRoot(), 'local', 'reference', 'web', basename(name));
  return existsSync(own) ? own : undefined;
}
