import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The files of swagger-ui-dist that the page loads. */
const PACKAGE: readonly string[] = ['swagger-ui-bundle.js', 'swagger-ui.css'];

const webOf = (root: string): string => join(root, 'reference', 'web');

/** Where a page finds its parts, and for which service it is. */
export interface ReferencePage {
  /** The address of the page's files, without a trailing slash. */
  readonly files: string;
  /** The address of the OpenAPI document. */
  readonly document: string;
  /** The address of the list of demo people. The reader can sign in as one of them. Absent: the page sends no requests. */
  readonly people?: string;
  /** The nonce of the page's policy, if it has one. */
  readonly nonce?: string;
}

/** The HTML of the API reference. */
export function referencePage({ files, document, people, nonce }: ReferencePage): string {
  const allowed = nonce === undefined ? '' : ` nonce="${nonce}"`;
  const senders = people === undefined ? '' : ` data-people="${people}"`;
  const lead = people
    ? 'Sign in, open an operation and send it. The example values belong to the demo team, so you can send them unchanged.'
    : 'Guides first, then each operation with its fields, answers and samples.';
  return `<!doctype html>
<html lang="en" data-document="${document}"${senders}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · Fleet operations</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${files}/swagger-ui.css">
<link rel="stylesheet" href="${files}/reference.css">
<script src="${files}/swagger-ui-bundle.js"${allowed} defer></script>
<script type="module" src="${files}/reference.js"${allowed}></script>
</head>
<body>
<header>
<h1>Fleet operations</h1>
<p>${lead}</p>
<div id="people"></div>
<p id="told" role="status"></p>
</header>
<main>
<search id="finding"></search>
<section id="guides" aria-label="Guides"><h2>Guides</h2></section>
<section id="reference" aria-label="Operations"></section>
</main>
<noscript>The reference needs JavaScript. The document itself does not: ${document}</noscript>
</body>
</html>
`;
}

/** The guides of docs/guides in the order of their numbers. A guide begins with its title. */
export function guides(root: string): { name: string; title: string; text: string }[] {
  const folder = join(root, 'docs', 'guides');
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return { name: basename(file, '.md'), title: text.slice(2, text.indexOf('\n')), text };
    });
}

/** The path of a file that the page loads. Undefined for a name that it does not load. `root` is the folder of the repository. */
export function referenceFile(root: string, name: string): string | undefined {
  if (PACKAGE.includes(name)) return join(root, 'node_modules', 'swagger-ui-dist', name);
  const own = join(webOf(root), basename(name));
  return existsSync(own) ? own : undefined;
}

/**
 * Writes the reference as static files, to be published with a stage: the page, its files, the guides and the OpenAPI document with the
 * address of the stage's API. `root` is the folder of the repository, `folder` is made.
 */
export function writeReference(root: string, folder: string, apiUrl: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of [...PACKAGE, ...readdirSync(webOf(root))]) {
    const path = referenceFile(root, name);
    if (path === undefined) throw new Error(`The reference has no file ${name}.`);
    copyFileSync(path, join(folder, name));
  }
  const document: object = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'));
  const texts = {
    'index.html': referencePage({ files: '.', document: 'openapi.json' }),
    'guides.json': JSON.stringify(guides(root)),
    'openapi.json': JSON.stringify({ ...document, servers: [{ url: apiUrl }] }),
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
}
