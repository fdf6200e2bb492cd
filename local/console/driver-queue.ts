import { join } from 'node:path';
import { projectRoot } from '../root';

let built: Promise<string> | undefined;

/** The client's offline queue as one module for the console, which has no build step. It is made once, at the first request. */
export const driverQueueModule = (): Promise<string> => {
  built ??= bundled();
  return built;
};

async function bundled(): Promise<string> {
  // Loaded here, because most runs of the server never need it.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(projectRoot(), 'client', 'src', 'driver.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}
