// Plain JavaScript for Node: a TypeScript loader would load more modules than a function does.
const { readFileSync } = require('node:fs');
const { pathToFileURL } = require('node:url');

const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 28_000 };

async function main() {
  const told = [];
  for (const { file, bundle, event } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
    const { handler } = await import(pathToFileURL(bundle).href);
    const { statusCode } = await handler(event, context);
    told.push({ file, status: statusCode, undici: process.moduleLoadList.some((name) => name.includes('undici/')) });
  }
  process.stdout.write(`\n${JSON.stringify(told)}\n`);
}

main();
