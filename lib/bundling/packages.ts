import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const substitute = (file: string): string => join(__dirname, 'substitutes', `${file}.ts`);

/** Packages whose code can never run in a function of ours, by the module that is bundled in their place: each module says why. */
export const SUBSTITUTES = {
  '@aws-sdk/credential-provider-node': substitute('credential-provider'),
  '@aws-sdk/endpoint-cache': substitute('endpoint-cache'),
  '@smithy/core/event-streams': substitute('event-streams'),
};

/** The settings of packages that esbuild has no option for. None changes the source of a package. */
export const packageSettings: Plugin = {
  name: 'package-settings',
  setup({ onResolve, onLoad, resolve }) {
    // Modules inside a package, which `alias` cannot name.
    onResolve({ filter: /^\.\/Sha256Js$/ }, () => ({ path: substitute('sha256-js') }));
    onResolve({ filter: /\/DefaultRateLimiter$/ }, () => ({ path: substitute('rate-limiter') }));
    onResolve({ filter: /\/getInstanceMetadataRegion$/ }, () => ({ path: substitute('instance-region') }));
    // Its package.json does not say that its modules have no effects at import. Without this each function holds its paginators.
    onResolve({ filter: /^@aws-sdk\/lib-dynamodb$/ }, async ({ path, pluginData, ...request }) => {
      if (pluginData === RESOLVING) return undefined;
      const found = await resolve(path, { ...request, pluginData: RESOLVING });
      return { ...found, sideEffects: false };
    });
    // A client reads the version of its own package.json; the rest would be 2 kB for each client.
    onLoad({ filter: /@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

const RESOLVING = 'resolving';
