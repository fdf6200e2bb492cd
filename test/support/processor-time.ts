/** The milliseconds of the processor that the work takes. On a shared machine the clock shows the work of others too. */
export function processorTime(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
