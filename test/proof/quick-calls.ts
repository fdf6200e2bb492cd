import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

const DEADLINE = resolve(__dirname, '..', '..', 'shared', 'platform', 'runtime', 'deadline.ts');
const COMMANDS = '@aws-sdk/lib-dynamodb';
const NAMESPACE = 'quick-calls';

/** A call of a history always has an answer or a failure at once, so that no timer and no signal is made for it. */
const WITHOUT_DEADLINE = `
  export * from ${JSON.stringify(DEADLINE)};
  const { signal } = new AbortController();
  export const withinDeadline = ({ send }) => send(signal);
`;

/** The commands of the SDK hold their input. The SDK gives each of them a stack of middleware as well, which the table in memory never runs. */
const PLAIN_COMMANDS = `
  export * from ${JSON.stringify(COMMANDS)};
  ${['Get', 'BatchGet', 'Query', 'Scan', 'Put', 'Update', 'Delete', 'BatchWrite', 'TransactWrite']
    .map((name) => `export class ${name}Command { constructor(input) { this.input = input; } }`)
    .join('\n')}
`;

/**
 * Bundles the workers of random histories without the parts of a call to AWS that only a network needs. They take a third of the time of a
 * history, and nothing in it reads them.
 */
export const quickCalls: Plugin = {
  name: 'quick-calls',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@aws-sdk\/lib-dynamodb$/ }, ({ path, namespace }) =>
      namespace === NAMESPACE ? undefined : { path, namespace: NAMESPACE },
    );
    onResolve({ filter: /\/deadline$/ }, ({ path, resolveDir, namespace }) =>
      namespace !== NAMESPACE && `${resolve(resolveDir, path)}.ts` === DEADLINE
        ? { path: DEADLINE, namespace: NAMESPACE }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: path === COMMANDS ? PLAIN_COMMANDS : WITHOUT_DEADLINE,
      resolveDir: join(__dirname, '..', '..'),
      loader: 'ts',
    }));
  },
};
