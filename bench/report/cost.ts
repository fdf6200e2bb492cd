import prices from '../prices.json';
import type { Costs, Results, Units } from '../results';
import { type Month, monthOf } from './month';
import { priceOf, TIME_CLASSES } from './prices';
import { figure, markdownTable } from './table';

/** As large as a team is that has been a customer for years; what grows with a team, grows until there. */
const TEAM = '10000';
const FLEETS = [5, 50, 500];

/** `docs/cost.md`: dollars, made from measured units and the prices of one file. */
export function costDocument({ bySize }: Units, machine: Results['machine']): string {
  const costs = { ...Object.values(bySize)[0], ...(bySize[TEAM] ?? Object.values(bySize).at(-1)) };
  const months = FLEETS.map((trucks) => monthOf(trucks, costs));
  return `# Cost

Made by \`npm run bench\` on ${machine.date} from measured request units and log bytes, and from the prices in \`bench/prices.json\` of ${prices.date} (${prices.region}); do
not edit it. They are list prices, set down by hand: look at the pages before you rely on them: ${Object.entries(
    prices.pages,
  )
    .map(([service, page]) => `[${service}](${page})`)
    .join(', ')}.

The only figures that are assumed are the milliseconds that a function is busy, because nothing here knows how long AWS takes:

${markdownTable(
  ['Class', 'Milliseconds', 'Waits for'],
  Object.entries(TIME_CLASSES).map(([name, { milliseconds, says }]) => [name, figure(milliseconds), says]),
)}

## A month of a carrier

Each truck sends its position every 3 minutes while it drives, 12 hours on 26 days, and the office looks as often; it ends 20 trips, each with an
invoice with Carta Porte and a payment. One person in the office for ten trucks. A year of records is kept. The stamping provider’s own price for
each stamp, and mail, are not in it; nor is what goes out to the internet, of which AWS gives 100 GB a month, and 7.5 million answers of 2 kB are 15.

${monthsTable(months)}

${months.map(whereItGoes).join('\n')}

The levers, the strongest first:

- **How often a truck tells its position.** A ping is ${share(months[1], 'pingLocation')} of a month; every 5 minutes instead of 3 takes two fifths off that. Of its
  price the gateway is ${gatewayShare(costs)}.
- **How often the office looks.** A map that asks once for all trucks instead of once for each needs an operation that the interface has not.
- **Memory.** Lambda gives processor time by memory: at 256 MB instead of 512 a function that waits costs half as much, and a cold start, which is
  processor time, takes about twice as long. Not measured here.
- **The log.** One line of about ${figure(costs.pingLocation?.logBytes)} bytes a request; Lambda’s own three are longer. Its log level WARN leaves those out.
- **Without calls nothing runs** except the schedules and the alarms.

## A million calls of every operation

On a team with ${figure(Number(TEAM))} invoices, in dollars.

${operationsTable(costs)}
`;
}

function monthsTable(months: readonly Month[]): string {
  const services = Object.keys(months[0]?.services ?? {});
  const rows = services.map((service) => [service, ...months.map((month) => dollars(month.services[service]))]);
  return markdownTable(
    ['Dollars a month', ...months.map(({ trucks }) => `${trucks} trucks`)],
    [
      ['Calls', ...months.map(({ calls }) => figure(calls))],
      ...rows,
      ['**Sum**', ...months.map(({ total }) => `**${dollars(total)}**`)],
      ['For each truck', ...months.map(({ total, trucks }) => dollars(total / trucks))],
    ],
  );
}

function whereItGoes({ trucks, operations, total }: Month): string {
  const dearest = operations.slice(0, 4).map(([call, sum]) => `${call} ${Math.round((100 * sum) / total)} %`);
  return `- ${trucks} trucks: ${dearest.join(', ')}.`;
}

function share(month: Month | undefined, operation: string): string {
  const sum = month?.operations.find(([call]) => call === operation)?.[1] ?? 0;
  return month ? `${Math.round((100 * sum) / month.total)} %` : '';
}

function gatewayShare(costs: Costs): string {
  const ping = costs.pingLocation;
  if (ping === undefined) return '';
  const { services, total } = priceOf('pingLocation', ping);
  return `${Math.round((100 * services['HTTP API']) / total)} %, the table ${Math.round((100 * services.DynamoDB) / total)} %`;
}

function operationsTable(costs: Costs): string {
  const rows = Object.entries(costs)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([call, cost]) => {
      const { timeClass, services, total } = priceOf(call.split(',')[0] ?? '', cost);
      return [
        call,
        figure(cost.readUnits),
        figure(cost.writeUnits),
        timeClass,
        figure(cost.logBytes),
        dollars(services['HTTP API']),
        dollars(services.Lambda),
        dollars(services.DynamoDB),
        dollars(services.Logs),
        `**${dollars(total)}**`,
      ];
    });
  return markdownTable(
    ['Call', 'RRU', 'WRU', 'Time', 'Log bytes', 'HTTP API', 'Lambda', 'DynamoDB', 'Logs', 'Sum'],
    rows,
  );
}

const dollars = (amount: number | undefined): string => (amount ?? 0).toFixed(2);
