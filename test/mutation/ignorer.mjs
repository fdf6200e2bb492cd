import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Words for a person: two of them with a blank between, and no sign of a header or a cookie. */
const PROSE = /^[^;=]*\p{L}\p{L} \p{L}[^;=]*$/su;

const textOf = (node) =>
  node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('…') : node.value;

/** What is not mutated, and why: see docs/decisions/0029. */
const leftOut = {
  shouldIgnore({ node }) {
    if (['StringLiteral', 'TemplateLiteral'].includes(node.type) && PROSE.test(textOf(node))) {
      return 'Words for a person: tests hold codes and fields, not words.';
    }
    if (node.type === 'CallExpression' && node.callee.property?.name === 'metadata') {
      return 'Part of the generated document, which a test compares whole.';
    }
    return undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'left-out', leftOut)];
