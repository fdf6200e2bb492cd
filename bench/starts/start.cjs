// Plain JavaScript for Node, which loads only the modules of the function.
const { readFileSync } = require('node:fs');

const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 28_000 };

async function main() {
  const [, , bundle, eventFile] = process.argv;
  const event = JSON.parse(readFileSync(eventFile, 'utf8'));
  const { handler } = bundle.endsWith('.mjs') ? await import(bundle) : require(bundle);
  const { statusCode } = await handler(event, context);
  const { user, system } = process.cpuUsage();
  const told = {
    status: statusCode,
    processor: (user + system) / 1000,
    total: performance.now(),
    megabytes: process.memoryUsage.rss() / 1_000_000,
  };
  process.stdout.write(`\n${JSON.stringify(told)}\n`);
  process.exit();
}

main();
