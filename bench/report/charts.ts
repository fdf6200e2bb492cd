import type { Starts, Units } from '../results';
import { figure } from './table';

const WIDTH = 760;
const ROW = 24;
const LEFT = 300;
const RIGHT = 90;

/** Colours for light and dark backgrounds, selected by the viewer's colour scheme. */
const STYLE = `<style>
    text { font: 13px system-ui, sans-serif; fill: #24292f }
    .title { font-weight: 600; font-size: 15px }
    .faint { fill: #57606a }
    .track { stroke: #8c959f; stroke-opacity: .35 }
    .one { fill: #0969da } .two { fill: #bf8700 } .three { fill: #8250df } .four { fill: #1a7f37 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .faint { fill: #9198a1 }
      .one { fill: #4493f8 } .two { fill: #d29922 } .three { fill: #ab7df8 } .four { fill: #3fb950 }
    }
  </style>`;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const svg = (
  title: string,
  height: number,
  body: readonly string[],
): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
  ${STYLE}
  <text class="title" x="12" y="24">${escaped(title)}</text>
  ${body.join('\n  ')}
</svg>
`;

/** The calls whose cost must not depend on the stored records, and the two reports, whose cost may. */
const CALLS = [
  'pingLocation',
  'startTrip',
  'createTrip',
  'getTrip',
  'getTripLocation',
  'listTrips',
  'listTrips, by client',
  'listInvoices, a page of 10',
  'listInvoices, by status',
  'listInvoices, by client',
  'listInvoices, the last page',
  'listAvailableDrivers',
  'listPayments',
  'listAudit',
  'listAlerts',
  'listFiles',
  'reportIncome',
  'reportReceivables',
];

const COLOURS = ['one', 'two', 'three', 'four'];

/** Request units of each call by team size. Overlapping points mean no growth. */
export function unitsChart({ bySize }: Units): string {
  const sizes = Object.keys(bySize);
  const unitsOf = (size: string, call: string): number => {
    const cost = bySize[size]?.[call];
    return cost ? cost.readUnits + cost.writeUnits : 0;
  };
  const most = Math.max(...sizes.flatMap((size) => CALLS.map((call) => unitsOf(size, call))));
  // A square root scale starts at zero and separates small values.
  const x = (units: number): number => LEFT + (WIDTH - LEFT - RIGHT) * Math.sqrt(units / most);
  const top = 66;
  const legend = sizes.map((size, index) => {
    const left = 12 + index * 170;
    return `<circle class="${COLOURS[index]}" cx="${left + 5}" cy="43" r="5"/><text class="faint" x="${left + 16}" y="47">${figure(Number(size))} invoices</text>`;
  });
  const rows = CALLS.flatMap((call, row) => {
    const y = top + row * ROW;
    const values = sizes.map((size) => unitsOf(size, call));
    const points = values.map((units, index) => {
      return `<circle class="${COLOURS[index]}" cx="${x(units).toFixed(1)}" cy="${y}" r="${7 - index * 1.5}"/>`;
    });
    const [first = 0, last = first] = [values.at(0), values.at(-1)];
    const told = first === last ? figure(last) : `${figure(first)} → ${figure(last)}`;
    return [
      `<text x="12" y="${y + 4}">${escaped(call)}</text>`,
      `<line class="track" x1="${LEFT}" y1="${y}" x2="${WIDTH - RIGHT}" y2="${y}"/>`,
      ...points,
      `<text x="${WIDTH - RIGHT + 14}" y="${y + 4}">${told}</text>`,
    ];
  });
  return svg('Request units of each call by team size (square root scale)', top + CALLS.length * ROW, [
    ...legend,
    ...rows,
  ]);
}

/** Processor time of one operation's init phase and first call, for each build. */
export function startsChart({ variants }: Starts): string {
  const entries = Object.entries(variants).toSorted(([, one], [, other]) => one.ratio.median - other.ratio.median);
  const most = Math.max(...entries.map(([, { ratio }]) => ratio.high));
  const scale = (ratio: number): number => ((WIDTH - LEFT - RIGHT) * ratio) / most;
  const top = 52;
  const rows = entries.flatMap(([name, { ratio, bytes }], row) => {
    const y = top + row * (ROW + 10);
    const end = LEFT + scale(ratio.median);
    return [
      `<text x="12" y="${y + 4}">${escaped(name)}</text>`,
      `<rect class="${row === 0 ? 'one' : 'two'}" x="${LEFT}" y="${y - 8}" width="${scale(ratio.median).toFixed(1)}" height="16" rx="3"/>`,
      `<text x="${(end + 8).toFixed(1)}" y="${y + 4}">${figure(ratio.median)} · ${Math.round(bytes / 1000)} kB</text>`,
    ];
  });
  const title = 'Processor time of a cold start, relative to the default ESM bundle';
  return svg(title, top + entries.length * (ROW + 10), rows);
}
