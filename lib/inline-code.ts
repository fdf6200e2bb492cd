import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Code, type InlineCode } from 'aws-cdk-lib/aws-lambda';
import { transformSync } from 'esbuild';

/**
 * Compiles a small function of `lib/inline/` into the template. It belongs to the infrastructure and needs no bundle.
 */
export function inlineCode(file: string): InlineCode {
  const source = readFileSync(join(__dirname, 'inline', `${file}.ts`), 'utf8');
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs', target: 'node20', minify: true });
  return Code.fromInline(code);
}
