/**
 * Metric math over the values of one period. Source: CloudWatch user guide, "Using math expressions with CloudWatch
 * metrics". Only the functions that the alarms use are known; any other text is refused.
 */

/** `undefined`: the series has no point in this period. */
export type Point = number | undefined;

export interface Period {
  readonly point: (id: string) => Point;
  /** The value of `FILL(id, number)`. */
  readonly filled: (id: string, value: number) => Point;
  /** What a missing term of a calculation is: sources disagree. */
  readonly missingTerm: Point;
}

type Formula = (period: Period) => Point;

const TOKEN = /\s*(\d+(?:\.\d+)?|[a-z]\w*|[A-Z]+|>=|<=|==|!=|&&|\|\||[-+*/<>(),[\]])/y;

export function formulaOf(expression: string): Formula {
  const parser = new Parser(tokensOf(expression), expression);
  return parser.parse();
}

function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.trimEnd().length) {
    const start = TOKEN.lastIndex;
    const [, token] = TOKEN.exec(expression) ?? [];
    if (token === undefined) throw new Error(`The model does not know "${expression.slice(start)}" in ${expression}.`);
    tokens.push(token);
  }
  return tokens;
}

type Operator = (one: number, other: number) => Point;

const flag = (holds: boolean): number => (holds ? 1 : 0);

/** From the loosest binding to the closest. Division by 0 has no point. */
const LEVELS: readonly Readonly<Record<string, Operator>>[] = [
  { OR: (a, b) => flag(a !== 0 || b !== 0), '||': (a, b) => flag(a !== 0 || b !== 0) },
  { AND: (a, b) => flag(a !== 0 && b !== 0), '&&': (a, b) => flag(a !== 0 && b !== 0) },
  {
    '>=': (a, b) => flag(a >= b),
    '<=': (a, b) => flag(a <= b),
    '>': (a, b) => flag(a > b),
    '<': (a, b) => flag(a < b),
    '==': (a, b) => flag(a === b),
    '!=': (a, b) => flag(a !== b),
  },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => (b === 0 ? undefined : a / b) },
];

class Parser {
  private next = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly text: string,
  ) {}

  parse(): Formula {
    const formula = this.level(0);
    if (this.next < this.tokens.length) throw new Error(`${this.tokens[this.next]} is too much in ${this.text}.`);
    return formula;
  }

  private level(depth: number): Formula {
    const operators = LEVELS[depth];
    if (operators === undefined) return this.term();
    let left = this.level(depth + 1);
    for (let name = this.tokens[this.next] ?? ''; name in operators; name = this.tokens[this.next] ?? '') {
      this.next += 1;
      left = combined(left, this.level(depth + 1), operators[name] as Operator);
    }
    return left;
  }

  private term(): Formula {
    const token = this.take();
    if (token === '(') return this.closed(this.level(0));
    if (/^\d/.test(token)) return () => Number(token);
    if (/^[a-z]/.test(token)) return ({ point, missingTerm }) => point(token) ?? missingTerm;
    return this.call(token);
  }

  private call(name: string): Formula {
    this.take('(');
    if (name === 'FILL') return this.fill();
    if (name === 'IF') return this.choice();
    if (name === 'MIN' || name === 'MAX') return this.extreme(name === 'MIN' ? Math.min : Math.max);
    throw new Error(`The model does not know ${name} in ${this.text}.`);
  }

  private fill(): Formula {
    const id = this.take();
    this.take(',');
    const value = Number(this.take());
    return this.closed(({ filled }) => filled(id, value));
  }

  private choice(): Formula {
    const condition = this.level(0);
    this.take(',');
    const then = this.level(0);
    this.take(',');
    const otherwise = this.level(0);
    return this.closed((period) => {
      const holds = condition(period);
      if (holds === undefined) return undefined;
      return holds === 0 ? otherwise(period) : then(period);
    });
  }

  private extreme(choose: (...values: number[]) => number): Formula {
    this.take('[');
    const members = [this.level(0)];
    while (this.tokens[this.next] === ',') {
      this.take(',');
      members.push(this.level(0));
    }
    this.take(']');
    return this.closed((period) => {
      const values = members.flatMap((member) => member(period) ?? []);
      return values.length === 0 ? undefined : choose(...values);
    });
  }

  private closed(formula: Formula): Formula {
    this.take(')');
    return formula;
  }

  private take(expected?: string): string {
    const token = this.tokens[this.next];
    this.next += 1;
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`${token} stands where ${expected ?? 'a term'} belongs in ${this.text}.`);
    return token;
  }
}

function combined(left: Formula, right: Formula, operator: Operator): Formula {
  return (period) => {
    const [one, other] = [left(period), right(period)];
    return one === undefined || other === undefined ? undefined : operator(one, other);
  };
}
