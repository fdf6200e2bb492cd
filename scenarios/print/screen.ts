import type { Units } from '../server';

/** An answer as the story shows it, and what it cost. */
export interface Answered {
  /** `METHOD /path` */
  readonly call: string;
  readonly status: number;
  readonly requestId: string;
  readonly milliseconds: number;
  readonly units: Units | undefined;
}

/** What the story is told on: lines of aligned columns, in colour where a person reads them. */
export interface Screen {
  readonly heading: (text: string) => void;
  readonly answer: (answered: Answered, told: string) => void;
  readonly remark: (text: string) => void;
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, cyan: 36 };
type Style = keyof typeof CODES;

/** Columns: method, path, status, time, read and write units, and what changed. */
export function screenOn(print: (line: string) => void, hasColour: boolean): Screen {
  const styled = (style: Style, text: string): string => (hasColour ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
  return {
    heading: (text) => print(`\n${styled('bold', text)}`),
    remark: (text) => print(styled('dim', `  ${text}`)),
    answer: ({ call, status, milliseconds, units }, told) => {
      const [method = '', path = ''] = call.split(' ');
      const columns = [
        styled('cyan', method.padEnd(6)),
        shortPath(path).padEnd(PATH_WIDTH),
        styled(status < 400 ? 'green' : 'red', String(status)),
        `${milliseconds.toFixed(0)} ms`.padStart(7),
        styled('dim', `${unit(units?.read)} R ${unit(units?.write)} W`),
        told,
      ];
      print(`  ${columns.join('  ')}`);
    },
  };
}

const PATH_WIDTH = 34;

const unit = (units: number | undefined): string => (units === undefined ? '–' : units.toFixed(1)).padStart(4);

/** Identifiers by their last four digits, and no query: a line of the story has to fit a terminal. */
const shortPath = (path: string): string =>
  path.replace(/\?.*$/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{23}([0-9a-f]{4})/g, '…$1');
