import ts from 'typescript';

/**
 * The name of the function that holds a place of a source, both counted from 0. A function without a name of its own has that of the constant or
 * the property that it stands in. Undefined at the top of a module.
 */
export function enclosingFunction(source: string, line: number, column: number): string | undefined {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.ES2022);
  const starts = file.getLineStarts();
  const place = Math.min((starts[line] ?? 0) + column, (starts[line + 1] ?? source.length + 1) - 1);
  let name: string | undefined;
  let isInFunction = false;
  const visit = (node: ts.Node, isTop: boolean): void => {
    if (place < node.getStart(file) || place >= node.getEnd()) return;
    if (ts.isFunctionLike(node)) isInFunction = true;
    if (namesAFunction(node, isTop) && node.name && ts.isIdentifier(node.name)) name = node.name.text;
    const isChildTop = isTop && !ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => visit(child, isChildTop));
  };
  visit(file, true);
  return isInFunction ? name : undefined;
}

type Named = ts.SignatureDeclaration | ts.VariableDeclaration | ts.PropertyAssignment;

/** A constant of the module also names the functions in its value: a capability is a call that takes a function. */
function namesAFunction(node: ts.Node, isTop: boolean): node is Named {
  if (ts.isVariableDeclaration(node)) return isTop || isFunction(node.initializer);
  return ts.isFunctionLike(node) || (ts.isPropertyAssignment(node) && isFunction(node.initializer));
}

const isFunction = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
