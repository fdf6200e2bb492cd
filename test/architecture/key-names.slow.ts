import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '..', '..');

/** Which values of shared/ make a key of an item, by their types. test/contract/key-table.test.ts finds them by name, in a tenth of the time. */
function keyFunctions(): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const files = readdirSync(join(ROOT, 'shared'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(ROOT, 'shared', file));
  const program = ts.createProgram(files, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    return (module ? checker.getExportsOfModule(module) : [])
      .filter((symbol) =>
        checker
          .getTypeOfSymbol(symbol)
          .getCallSignatures()
          .some((signature) => checker.getReturnTypeOfSignature(signature).symbol?.name === 'ItemKey'),
      )
      .map(({ name }) => name);
  });
}

test('a function that makes the key of an item is named …Key', () => {
  const names = keyFunctions();
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !/key$/i.test(name))).toEqual([]);
});
