import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** A text for a person: two words with a blank between them, without the signs of a header or a cookie. */
const PROSE = /^[^;=]*\p{L}\p{L} \p{L}[^;=]*$/su;

const textOf = (node) =>
  node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('…') : node.value;

/** Code that is not mutated: see docs/decisions/0029-mutation.md. */
const leftOut = {
  shouldIgnore({ node }) {
    if (['StringLiteral', 'TemplateLiteral'].includes(node.type) && PROSE.test(textOf(node))) {
      return 'A text for a person: tests check codes and fields, not texts.';
    }
    if (node.type === 'CallExpression' && node.callee.property?.name === 'metadata') {
      return 'Part of the generated document, which a test compares as a whole.';
    }
    return undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'left-out', leftOut)];
