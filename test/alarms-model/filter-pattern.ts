/**
 * Evaluates the patterns of metric filters. Source: CloudWatch Logs user guide, "Filter pattern syntax for metric
 * filters" and "Filter pattern syntax for metric filters, subscription filters, filter log events, and Live Tail". Only
 * the forms that the stacks use are known; any other pattern is refused.
 */
type Matcher = (line: string) => boolean;

type Test = (event: unknown) => boolean;

/** One token: a text, a number, a word, a selector, or a sign. */
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\$[\w.[\]]*|&&|\|\||!=|>=|<=|[=<>(){}]|[\w.*-]+)/y;

export function matcherOf(pattern: string): Matcher {
  if (!pattern.trimStart().startsWith('{')) return termMatcher(pattern);
  const test = new JsonPattern(tokensOf(pattern)).parse();
  return (line) => {
    const event = parsed(line);
    return event !== undefined && test(event);
  };
}

/** A text in quotes matches the lines that contain it. */
function termMatcher(pattern: string): Matcher {
  const term: unknown = JSON.parse(pattern);
  if (typeof term !== 'string') throw new Error(`The model does not know the pattern ${pattern}.`);
  return (line) => line.includes(term);
}

/** The value of a metric for a line: a number, or the number at a selector. Other values write nothing. */
export function metricValueOf(metricValue: string, line: string): number | undefined {
  const value = metricValue.startsWith('$') ? at(parsed(line), metricValue) : Number(metricValue);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function tokensOf(pattern: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < pattern.trimEnd().length) {
    const start = TOKEN.lastIndex;
    const [, token] = TOKEN.exec(pattern) ?? [];
    if (token === undefined) throw new Error(`The model does not know "${pattern.slice(start)}" in ${pattern}.`);
    tokens.push(token);
  }
  return tokens;
}

/** `&&` binds closer than `||`. */
class JsonPattern {
  private next = 0;

  constructor(private readonly tokens: readonly string[]) {}

  parse(): Test {
    this.take('{');
    const test = this.any();
    this.take('}');
    if (this.next < this.tokens.length) throw new Error(`A pattern goes on after its end: ${this.tokens.join(' ')}`);
    return test;
  }

  private any(): Test {
    const tests = [this.all()];
    while (this.skip('||')) tests.push(this.all());
    return (event) => tests.some((test) => test(event));
  }

  private all(): Test {
    const tests = [this.one()];
    while (this.skip('&&')) tests.push(this.one());
    return (event) => tests.every((test) => test(event));
  }

  private one(): Test {
    if (this.skip('(')) {
      const test = this.any();
      this.take(')');
      return test;
    }
    return comparison(this.take(), this.take(), this.take());
  }

  private skip(token: string): boolean {
    const isThere = this.tokens[this.next] === token;
    if (isThere) this.next += 1;
    return isThere;
  }

  private take(expected?: string): string {
    const token = this.tokens[this.next];
    this.next += 1;
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`A pattern has ${token} where ${expected ?? 'a term'} belongs: ${this.tokens.join(' ')}`);
    return token;
  }
}

/** A field that a line lacks satisfies no comparison, not even `!=`. */
function comparison(selector: string, operator: string, wanted: string): Test {
  if (!selector.startsWith('$.')) throw new Error(`${selector} is no selector: it must begin with "$."`);
  const holds = comparerOf(operator, wanted);
  return (event) => {
    const value = at(event, selector);
    return value !== undefined && holds(value);
  };
}

function comparerOf(operator: string, wanted: string): (value: unknown) => boolean {
  const number = Number(wanted);
  if (operator === 'IS') return isComparer(wanted);
  if (['>', '<', '>=', '<='].includes(operator))
    return (value) => typeof value === 'number' && order(value, operator, number);
  if (operator !== '=' && operator !== '!=') throw new Error(`The model does not know the operator ${operator}.`);
  const equals = equalTo(wanted);
  return operator === '=' ? equals : (value) => !equals(value);
}

function isComparer(wanted: string): (value: unknown) => boolean {
  const values: Readonly<Record<string, unknown>> = { TRUE: true, FALSE: false, NULL: null };
  if (!(wanted in values)) throw new Error(`IS ${wanted} is not known.`);
  return (value) => value === values[wanted];
}

function order(value: number, operator: string, wanted: number): boolean {
  if (operator === '>') return value > wanted;
  if (operator === '<') return value < wanted;
  return operator === '>=' ? value >= wanted : value <= wanted;
}

/** `*` matches any text or number. A text in quotes compares with texts, a number with numbers. */
function equalTo(wanted: string): (value: unknown) => boolean {
  if (wanted === '*') return (value) => typeof value === 'string' || typeof value === 'number';
  if (wanted.startsWith('"')) return (value) => value === JSON.parse(wanted);
  return (value) => value === Number(wanted);
}

function at(event: unknown, selector: string): unknown {
  const names = selector
    .slice(2)
    .split(/[.[\]]+/)
    .filter((name) => name !== '');
  return names.reduce<unknown>((from, name) => (Object(from) === from ? Object(from)[name] : undefined), event);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
