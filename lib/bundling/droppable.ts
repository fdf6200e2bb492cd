import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

/** Lets esbuild remove unused code that it would otherwise keep because creating it could have a side effect. */
export const droppable: Plugin = {
  name: 'droppable',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](functions|shared)[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: withDroppableConstants(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

/**
 * Puts the value of each constant of the module into a function that is called in place and marked as pure: the mark then covers all that the
 * value is made from. esbuild takes the function away again. Each line stays on its line, so that source maps hold.
 */
export function withDroppableConstants(source: string): string {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.ES2022);
  const values = file.statements.filter(isConstant).flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ name, initializer }) => {
      return ts.isIdentifier(name) && initializer && isMade(initializer) ? [initializer] : [];
    }),
  );
  return values.reduceRight((text, value) => {
    const [from, to] = [value.getStart(file), value.getEnd()];
    return `${text.slice(0, from)}/* @__PURE__ */ (() => (${text.slice(from, to)}))()${text.slice(to)}`;
  }, source);
}

const isConstant = (statement: ts.Statement): statement is ts.VariableStatement =>
  ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;

/** Literals, lists of literals and functions: esbuild drops these by itself. */
function isMade(value: ts.Expression): boolean {
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) return isMade(value.expression);
  return ts.isCallExpression(value) || ts.isNewExpression(value) || ts.isObjectLiteralExpression(value);
}
