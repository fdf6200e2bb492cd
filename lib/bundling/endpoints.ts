import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** The host of each service in a region, by its client. S3's rules depend on the bucket, so its client keeps them. */
export const HOSTS: Readonly<Record<string, string>> = {
  'cognito-identity-provider': 'cognito-idp',
  dynamodb: 'dynamodb',
  lambda: 'lambda',
  'secrets-manager': 'secretsmanager',
  sesv2: 'email',
  sqs: 'sqs',
};

/**
 * Replaces the endpoint rules of these clients (substitutes/endpoint-resolver.ts), and keeps the ordinary partition alone of
 * the list for the rules of S3.
 */
export const endpoints: Plugin = {
  name: 'endpoints',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/endpointResolver$/ }, ({ importer }) => {
      const [, client = ''] = /@aws-sdk[\\/]client-([\w-]+)[\\/]/.exec(importer) ?? [];
      const host = HOSTS[client];
      return host === undefined ? undefined : { path: host, namespace: 'endpoints' };
    });
    onLoad({ filter: /.*/, namespace: 'endpoints' }, ({ path }) => ({
      contents: `import { resolverOf } from './endpoint-resolver';
       export const defaultEndpointResolver = /* @__PURE__ */ resolverOf(${JSON.stringify(path)});`,
      resolveDir: join(__dirname, 'substitutes'),
      loader: 'ts',
    }));
    onLoad({ filter: /util-endpoints[\\/]lib[\\/]aws[\\/]partitions\.js$/ }, async ({ path }) => ({
      contents: withOrdinaryPartition(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};

/** Leaves out the other partitions and the descriptions of regions: an expression finds the regions too. */
export function withOrdinaryPartition(source: string): string {
  const [before, text = ''] = source.split(/(?<=partitionsInfo = )/);
  const { partitions, ...rest } = JSON.parse(text.replace(/;\s*$/, ''));
  const ordinary = partitions.filter(({ id }: { id: string }) => id === 'aws');
  return `${before}${JSON.stringify({ partitions: ordinary.map((one: object) => ({ ...one, regions: {} })), ...rest })};`;
}
