// Plain JavaScript for Node, which loads nothing but the bundle: the processor time of its load and of its first look-ups.
const [, , bundle] = process.argv;
const began = process.cpuUsage();
require(bundle).lookEverywhere?.();
const { user, system } = process.cpuUsage(began);
process.stdout.write(JSON.stringify((user + system) / 1000));
