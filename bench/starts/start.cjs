// Plain JavaScript for Node, which loads only the modules of the function: as Lambda does, it imports the module and then calls the handler.
const { readFileSync } = require('node:fs');
const { pathToFileURL } = require('node:url');

const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 28_000 };
const milliseconds = ({ user, system }) => (user + system) / 1000;

async function main() {
  const [, , bundle, eventFile] = process.argv;
  const event = JSON.parse(readFileSync(eventFile, 'utf8'));
  const began = process.cpuUsage();
  const { handler } = await import(pathToFileURL(bundle).href);
  const init = process.cpuUsage(began);
  const opened = process.cpuUsage();
  const { statusCode } = await handler(event, context);
  const told = {
    status: statusCode,
    init: milliseconds(init),
    first: milliseconds(process.cpuUsage(opened)),
    total: performance.now(),
    megabytes: process.memoryUsage.rss() / 1_000_000,
  };
  process.stdout.write(`\n${JSON.stringify(told)}\n`);
  process.exit();
}

main();
