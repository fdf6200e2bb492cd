import { invalid } from '../failure';
import type { Item, Value } from '../values';
import { RESERVED_WORDS } from './reserved-words';

/** The names and values that a request gives beside its expressions. */
export interface Given {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Item;
}

const TOKEN = /\s*(?:([#:]?[A-Za-z_]\w*|[#:]\w+)|(\d+)|(<>|<=|>=|[=<>(),.[\]+-]))/y;
const NAME = /^(?:#\w+|[A-Za-z_]\w*)$/;

/** Reads one expression token by token, and collects the placeholders that it uses. */
export class Reader {
  readonly names: string[] = [];
  readonly values: string[] = [];
  private readonly tokens: readonly string[];
  private position = 0;

  constructor(
    /** DynamoDB's name of the parameter, for its errors. */
    readonly kind: string,
    text: string,
    private readonly given: Given,
  ) {
    if (text.trim() === '') throw invalid(`Invalid ${kind}: The expression can not be empty;`);
    this.tokens = tokensOf(kind, text.trimEnd());
  }

  /** The next token, or an empty text at the end. */
  peek(ahead = 0): string {
    return this.tokens[this.position + ahead] ?? '';
  }

  next(): string {
    const token = this.peek();
    this.position += 1;
    return token;
  }

  /** Takes the token if it comes next. Keywords are compared without regard to case. */
  take(token: string): boolean {
    if (this.peek().toUpperCase() !== token) return false;
    this.position += 1;
    return true;
  }

  need(token: string): void {
    if (!this.take(token)) this.fail();
  }

  fail(): never {
    const near = [this.peek(-1), this.peek(), this.peek(1)].filter((token) => token !== '').join(' ');
    throw invalid(`Invalid ${this.kind}: Syntax error; token: "${this.peek() || '<EOF>'}", near: "${near}"`);
  }

  end(): void {
    if (this.peek() !== '') this.fail();
  }

  /** A placeholder of a value, such as `:v`. */
  value(): (given: Given) => Value {
    if (!this.peek().startsWith(':')) this.fail();
    const name = this.next();
    this.values.push(name);
    const undefinedValue = () =>
      invalid(
        `Invalid ${this.kind}: An expression attribute value used in expression is not defined; attribute value: ${name}`,
      );
    if (this.given.values[name] === undefined) throw undefinedValue();
    return ({ values }) => {
      const value = values[name];
      if (value === undefined) throw undefinedValue();
      return value;
    };
  }

  /** The name of an attribute, or a placeholder of one, such as `#n`. */
  name(): (given: Given) => string {
    if (!NAME.test(this.peek())) this.fail();
    const name = this.next();
    if (!name.startsWith('#')) {
      if (RESERVED_WORDS.has(name.toUpperCase()))
        throw invalid(`Invalid ${this.kind}: Attribute name is a reserved keyword; reserved keyword: ${name}`);
      return () => name;
    }
    this.names.push(name);
    if (this.given.names[name] === undefined)
      throw invalid(
        `Invalid ${this.kind}: An expression attribute name used in the document path is not defined; attribute name: ${name}`,
      );
    return ({ names }) => names[name] ?? name;
  }
}

function tokensOf(kind: string, text: string): readonly string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let start = 0; start < text.length; start = TOKEN.lastIndex) {
    const match = TOKEN.exec(text);
    if (!match) {
      const rest = text.slice(start).trim();
      throw invalid(`Invalid ${kind}: Syntax error; token: "${rest.slice(0, 1)}", near: "${rest.slice(0, 10)}"`);
    }
    tokens.push(match[0].trim());
  }
  return tokens;
}

/** What was read of an expression, and the placeholders that it uses. */
interface Parsed<T> {
  readonly result: T;
  readonly names: readonly string[];
  readonly values: readonly string[];
}

export type Parse<T> = (text: string, given: Given) => Parsed<T>;

/** Texts kept by one parser. The product has a few hundred. */
const MOST_KEPT = 5_000;

/** A parser that reads each text once. What it returns takes the names and values of each request. */
export function parser<T>(kind: string, read: (reader: Reader) => T): Parse<T> {
  const known = new Map<string, Parsed<T>>();
  return (text, given) => {
    const before = known.get(text);
    // A request that lacks a placeholder is read again, for the error.
    if (before && hasAll(given.names, before.names) && hasAll(given.values, before.values)) return before;
    const reader = new Reader(kind, text, given);
    const result = read(reader);
    reader.end();
    const parsed = { result, names: reader.names, values: reader.values };
    if (known.size >= MOST_KEPT) known.clear();
    known.set(text, parsed);
    return parsed;
  };
}

const hasAll = (given: Readonly<Record<string, unknown>>, names: readonly string[]): boolean =>
  names.every((name) => given[name] !== undefined);
