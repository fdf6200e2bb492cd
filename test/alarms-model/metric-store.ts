import type { FilterDefinition, MetricKey } from './definitions';
import { matcherOf, metricValueOf } from './filter-pattern';
import type { Point } from './metric-math';

/** What CloudWatch keeps of a minute. */
interface Cell {
  count: number;
  sum: number;
  least: number;
  most: number;
  /** All values, for percentiles. */
  readonly values: number[];
}

/** The values of one metric by minute. */
export class Series {
  private readonly cells: (Cell | undefined)[] = [];
  private readonly statistics = new Map<string, readonly Point[]>();

  constructor(
    private readonly minutes: number,
    /** Keeps all values, which only percentiles need. */
    private readonly isDetailed = false,
  ) {}

  add(minute: number, value: number, count = 1): void {
    if (minute < 0 || minute >= this.minutes || count === 0) return;
    this.cells[minute] ??= { count: 0, sum: 0, least: value, most: value, values: [] };
    const cell = this.cells[minute];
    cell.count += count;
    cell.sum += value * count;
    cell.least = Math.min(cell.least, value);
    cell.most = Math.max(cell.most, value);
    if (this.isDetailed) for (let one = 0; one < count; one += 1) cell.values.push(value);
  }

  /** For each minute the statistic of the period that ends with it. */
  statistic(name: string, period: number): readonly Point[] {
    const key = `${name} ${period}`;
    const known = this.statistics.get(key);
    if (known) return known;
    const made = name === 'Sum' ? this.sums(period) : this.windows(name, period);
    this.statistics.set(key, made);
    return made;
  }

  private sums(period: number): Point[] {
    let [sum, count] = [0, 0];
    return Array.from({ length: this.minutes }, (_, minute) => {
      const [comes, goes] = [this.cells[minute], this.cells[minute - period]];
      sum += (comes?.sum ?? 0) - (goes?.sum ?? 0);
      count += (comes?.count ?? 0) - (goes?.count ?? 0);
      return count === 0 ? undefined : sum;
    });
  }

  private windows(name: string, period: number): Point[] {
    const statistic = statisticOf(name);
    return Array.from({ length: this.minutes }, (_, minute) => {
      const cells = this.cells.slice(Math.max(0, minute - period + 1), minute + 1).filter((cell) => cell !== undefined);
      return cells.length === 0 ? undefined : statistic(cells);
    });
  }
}

function statisticOf(name: string): (cells: readonly Cell[]) => number {
  const total = (cells: readonly Cell[], of: (cell: Cell) => number) => cells.reduce((sum, cell) => sum + of(cell), 0);
  const known: Readonly<Record<string, (cells: readonly Cell[]) => number>> = {
    Maximum: (cells) => Math.max(...cells.map(({ most }) => most)),
    Minimum: (cells) => Math.min(...cells.map(({ least }) => least)),
    SampleCount: (cells) => total(cells, ({ count }) => count),
    Average: (cells) => total(cells, ({ sum }) => sum) / total(cells, ({ count }) => count),
  };
  const percent = Number(/^p(\d+)$/.exec(name)?.[1]);
  const made = known[name] ?? (percent > 0 ? (cells: readonly Cell[]) => percentile(cells, percent) : undefined);
  if (made === undefined) throw new Error(`The model does not know the statistic ${name}.`);
  return made;
}

function percentile(cells: readonly Cell[], percent: number): number {
  const values = Float64Array.from(cells.flatMap(({ values }) => values)).sort();
  return values[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)] ?? 0;
}

/** All log lines and metrics of a simulated time. Lines are counted, because the same line may occur often. */
export class Recorded {
  private readonly lines: Map<string, number>[] = [];
  private readonly metrics = new Map<MetricKey, Series>();
  private readonly filtered = new Map<string, Series>();
  /** Lines and values that were written. */
  counted = { lines: 0, values: 0 };

  constructor(readonly minutes: number) {}

  log(minute: number, line: string, count = 1): void {
    if (minute >= this.minutes || count === 0) return;
    this.lines[minute] ??= new Map();
    this.lines[minute].set(line, (this.lines[minute].get(line) ?? 0) + count);
    this.counted.lines += count;
  }

  measure(minute: number, key: MetricKey, value: number, count = 1): void {
    let series = this.metrics.get(key);
    if (series === undefined) {
      series = new Series(this.minutes, key.includes('Latency'));
      this.metrics.set(key, series);
    }
    series.add(minute, value, count);
    this.counted.values += count;
  }

  /** The series of a metric: of a filter over the lines, or as AWS writes it. */
  series(key: MetricKey, filters: readonly FilterDefinition[]): Series {
    const filter = filters.find((one) => one.key === key);
    if (filter === undefined) return this.metrics.get(key) ?? new Series(this.minutes);
    const name = `${filter.pattern} ${filter.value}`;
    let series = this.filtered.get(name);
    if (series === undefined) {
      series = this.filter(filter);
      this.filtered.set(name, series);
    }
    return series;
  }

  private filter({ pattern, value }: FilterDefinition): Series {
    const series = new Series(this.minutes);
    const matches = matcherOf(pattern);
    const values = new Map<string, Point>();
    this.lines.forEach((lines, minute) => {
      for (const [line, count] of lines) {
        if (!values.has(line)) values.set(line, matches(line) ? metricValueOf(value, line) : undefined);
        const written = values.get(line);
        if (written !== undefined) series.add(minute, written, count);
      }
    });
    return series;
  }
}
