import { residentMegabytes } from '../../test/load/processes';
import { startServer } from '../../test/local/support/server';

/** Starts the local server on a folder: the milliseconds from the command to the first 200 of GET /health, and the memory by then. */
export async function startOn(
  folder: string,
  ...args: readonly string[]
): Promise<{ readonly milliseconds: number; readonly megabytes: number }> {
  const startedAt = performance.now();
  const server = startServer(['--port', '0', '--data', folder, ...args]);
  try {
    const { status } = await fetch(`${await server.url()}/health`);
    if (status !== 200) throw new Error(`The local server answered ${status}.`);
    const milliseconds = performance.now() - startedAt;
    return { milliseconds, megabytes: residentMegabytes(server.child.pid ?? 0) };
  } finally {
    await server.interrupt();
  }
}
