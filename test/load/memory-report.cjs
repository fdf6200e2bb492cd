const { appendFileSync } = require('node:fs');

// For the class `Memory` of memory.ts: the server loads this file before its own. At SIGUSR2 it collects garbage, then appends the megabytes that
// are left in the heap and in buffers. Node uses SIGUSR1 itself.
process.on('SIGUSR2', () => {
  global.gc();
  const { heapUsed, external } = process.memoryUsage();
  appendFileSync(process.env.MEMORY_REPORT, `${(heapUsed + external) / 2 ** 20}\n`);
});
