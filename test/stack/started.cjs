/** Starts a bundle as Lambda does, says that it is ready, and calls it with each line of the standard input: `node started.cjs MODULE`. */
const { createInterface } = require('node:readline');
const { pathToFileURL } = require('node:url');

async function main() {
  const startedAt = performance.now();
  const { handler } = await import(pathToFileURL(process.argv[2]).href);
  process.stderr.write(`${JSON.stringify({ milliseconds: performance.now() - startedAt })}\n`);
  for await (const event of createInterface(process.stdin)) {
    const context = { awsRequestId: 'request-0001', getRemainingTimeInMillis: () => 3_000 };
    const { statusCode } = await handler(JSON.parse(event), context);
    process.stderr.write(`${JSON.stringify({ statusCode })}\n`);
  }
  process.exit();
}

main();
