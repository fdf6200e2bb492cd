import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileRoute, pageAnswer } from '../pages';
import { projectRoot } from '../root';
import { jsonAnswer, type Wire } from '../wire';

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
<main>
<search id="finding"></search>
<section id="guides" aria-label="Guides"><h2>Guides</h2></section>
<section id="reference" aria-label="Operations"></section>
</main>
<noscript>The reference needs JavaScript. The document itself does not: /openapi.json</noscript>
</body>
</html>
`;

/** Serves the API reference at `/docs` from the service's own OpenAPI document and files on disk, without the network. */
export const referenceRoutes = (): Record<string, Wire> => ({
  'GET /docs': () => pageAnswer(page),
  'GET /_local/guides': () => jsonAnswer(200, guides()),
  ...fileRoute(FILES, pathOf),
});

/** The guides of docs/guides in the order of their numbers. A guide begins with its title. */
function guides(): { name: string; title: string; text: string }[] {
  const folder = join(projectRoot(), 'docs', 'guides');
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return { name: basename(file, '.md'), title: text.slice(2, text.indexOf('\n')), text };
    });
}

function pathOf(name: string): string | undefined {
  if (PACKAGE.includes(name)) return join(projectRoot(), 'node_modules', 'swagger-ui-dist', name);
  const own = join(projectRoot(), 'local', 'reference', 'web', basename(name));
  return existsSync(own) ? own : undefined;
}
