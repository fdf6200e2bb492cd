import type { Cold, ColdMonth } from '../results';
import { figure, markdownTable } from './table';

/** The simulated months before keep-warm and rehearsal, and now. */
export const coldTable = (months: Cold): string =>
  markdownTable(
    [
      'Trucks',
      'Build (model)',
      'Office calls',
      'Cold',
      'Share',
      'Idle life 5–7 min',
      '45–60 min',
      'p50 / p95 / p99',
      'Warm calls',
      'Deploys',
    ],
    months.flatMap(({ trucks, before, now }) => [row(trucks, 'before', before), row(trucks, 'now', now)]),
  );

const row = (trucks: number, build: string, month: ColdMonth): string[] => [
  figure(trucks),
  build,
  figure(month.calls),
  figure(month.cold),
  `**${percent(month.share)}**`,
  percent(month.shareShort),
  percent(month.shareLong),
  `${[month.p50, month.p95, month.p99].map((time) => Math.round(time)).join(' / ')} ms`,
  figure(month.warmCalls),
  figure(month.deploys),
];

const percent = (share: number): string => `${share.toFixed(1)} %`;
