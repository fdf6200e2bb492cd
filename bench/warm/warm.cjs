// Plain JavaScript for Node. Runs two handlers in alternating blocks, and writes the processor microseconds per call of
// each block.
const { readFileSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector/promises');

const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 28_000 };
process.stdout.write = () => true;

async function block(handler, event, calls) {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) await handler(structuredClone(event), context);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

async function profiled(handler, event, calls) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await block(handler, event, calls);
  const { profile } = await session.post('Profiler.stop');
  return profile;
}

async function main() {
  const [, , ours, bare, readable, eventFile, out, blocks, calls] = process.argv;
  const event = JSON.parse(readFileSync(eventFile, 'utf8'));
  const handlers = { ours: require(ours).handler, bare: require(bare).handler };
  for (const handler of Object.values(handlers)) await block(handler, event, 300);
  const told = { ours: [], bare: [] };
  for (let round = 0; round < Number(blocks); round += 1) {
    for (const [name, handler] of Object.entries(handlers)) told[name].push(await block(handler, event, Number(calls)));
  }
  const { handler } = require(readable);
  await block(handler, event, 300);
  writeFileSync(out, JSON.stringify({ ...told, profile: await profiled(handler, event, 1_000) }));
  process.exit();
}

main();
