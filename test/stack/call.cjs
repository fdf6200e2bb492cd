/** Calls the built handler of a function once, as Lambda does: `node call.cjs MODULE EVENT`. */
const { pathToFileURL } = require('node:url');

const [path, event] = process.argv.slice(2);

async function main() {
  const { handler } = await import(pathToFileURL(path).href);
  await handler(JSON.parse(event), { awsRequestId: 'request-0001', getRemainingTimeInMillis: () => 28_000 });
}

main();
