import type { Operation } from '../shared/operation/define';
import { type ClientMethod, clientMethods } from './client-methods';

/** A letter for each HTTP method. */
const LETTERS: Readonly<Record<string, string>> = { GET: 'G', POST: 'P', PUT: 'U', PATCH: 'A', DELETE: 'D' };

interface Node {
  readonly children: Map<string, Node>;
  readonly methods: ClientMethod[];
}

const emptyNode = (): Node => ({ children: new Map(), methods: [] });

/**
 * All paths and methods in one short text, which the client reads at its start: a third of a list of paths. Each node of the
 * tree of paths is `depth segment`, then `,` and a letter, a name and `*` (takes an Idempotency-Key) for each method.
 * A group stands after `:` where it differs from the group of the node above: `1trips:trips,Glist,Pcreate*`.
 */
export function methodTree(operations: Readonly<Record<string, Operation>>): string {
  const root = emptyNode();
  for (const method of clientMethods(operations)) {
    const [, path = ''] = method.operation.route.split(' ');
    let node = root;
    for (const segment of path.slice(1).split('/')) {
      const child = node.children.get(segment) ?? emptyNode();
      node.children.set(segment, child);
      node = child;
    }
    node.methods.push(method);
  }
  return linesOf(root, 0, '').join(' ');
}

function linesOf(parent: Node, depth: number, above: string): string[] {
  return [...parent.children].flatMap(([segment, node]) => {
    const group = node.methods[0]?.group ?? above;
    const methods = node.methods.map((method) => `,${textOf(method, group)}`).join('');
    const line = `${depth}${segment}${group === above ? '' : `:${group}`}${methods}`;
    return [line, ...linesOf(node, depth + 1, group)];
  });
}

function textOf({ group, name, operation }: ClientMethod, nodeGroup: string): string {
  const [verb = ''] = operation.route.split(' ');
  return `${LETTERS[verb]}${group === nodeGroup ? '' : `${group}.`}${name}${operation.idempotencyKey && operation.idempotencyKey !== 'FACT' ? '*' : ''}`;
}
