import ts from 'typescript';

interface ProseLine {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** A term of the list that a line of prose contains. */
interface Hit extends ProseLine {
  readonly term: string;
}

const AVOIDED =
  /\b(whoever|somebody|nobody|whom|who may|who has|who is|of whom|that there is|there is none|is none|whatever|wherever|is owed|(what|as) (it|they|one) (is|are|was|were|has))\b/gi;

/** The non-empty lines of prose in a file: all lines of a document, the comments of code. Other files have none. */
export function proseLines(file: string, text: string): ProseLine[] {
  if (/\.md$/.test(file)) return linesOf(text, 1);
  if (/\.([cm]?js|ts)$/.test(file)) return commentsOf(file, text);
  if (/\.(sh|ya?ml)$|^\.ci\/run$/.test(file)) return hashComments(text);
  return [];
}

export const hitsIn = (lines: readonly ProseLine[]): Hit[] =>
  lines.flatMap((line) => [...line.text.matchAll(AVOIDED)].map(([term]) => ({ ...line, term })));

const linesOf = (text: string, first: number): ProseLine[] =>
  text
    .split('\n')
    .map((line, index) => ({ line: first + index, text: line.trim() }))
    .filter((line) => line.text !== '');

/** The compiler separates comments from strings, templates and regular expressions: a text search cannot. */
function commentsOf(file: string, text: string): ProseLine[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  // By position: an empty list and the bracket that ends it both lead to the comment between them.
  const comments = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    for (const child of children) visit(child);
    if (children.length > 0) return;
    for (const comment of ts.getTrailingCommentRanges(text, node.pos) ?? []) comments.set(comment.pos, comment);
    for (const comment of ts.getLeadingCommentRanges(text, node.pos) ?? []) comments.set(comment.pos, comment);
  };
  visit(source);
  return [...comments.values()]
    .sort((one, other) => one.pos - other.pos)
    .flatMap(({ pos, end }) => {
      const bare = text.slice(pos, end).replace(/^[ \t]*(\/\/+|\/?\*+(?!\/))|\*\/$/gm, '');
      return linesOf(bare, source.getLineAndCharacterOfPosition(pos).line + 1);
    });
}

/** A `#` at the start of a line or after a space, outside quotes of that line. */
const hashComments = (text: string): ProseLine[] =>
  linesOf(text, 1).flatMap(({ line, text: full }) => {
    const comment = /^(?:[^'"#]|'[^']*'|"[^"]*"|\S#)*?(?:^|\s)#(?!!)(.*)$/.exec(full)?.[1]?.trim();
    return comment ? [{ line, text: comment }] : [];
  });
