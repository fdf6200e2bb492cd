import { Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { type AlarmProps, highestOf, lowestOf, mathOf, sumOf, sumOfAll } from '../alarms';
import { COPIES_A_DAY } from '../backups';
import { functionName, prefixOf } from '../names';
import type { Settings } from '../settings';
import { always, HOUR, numbered, ONCE, QUARTER, SUSTAINED, type Watched } from './watched';

/** The alarms that watch the work without a request: stamping, the hourly schedules, the mails, the webhooks and the backups. */
export const workAlarms = (watched: Watched): AlarmProps[] => [
  ...stampingAlarms(watched),
  ...hourlyAlarms(watched),
  ...mailAlarms(watched),
  ...(watched.settings.emulator ? [] : [eventsAlarm(watched)]),
  ...(watched.settings.backups ? [backupAlarm(watched)] : []),
];

const errorsOf = (settings: Settings, id: string) =>
  sumOf('AWS/Lambda', 'Errors', { FunctionName: functionName(settings, id) });

function stampingAlarms({ settings, metrics, schedules }: Watched): AlarmProps[] {
  return [
    {
      name: 'invoices-stuck',
      says: 'Invoices have been PENDING for longer than two hours.',
      metric: metrics.stuck.with({ period: QUARTER }),
      limit: { from: 1 },
      periods: ONCE,
      severity: 'page',
    },
    {
      name: 'stamping-backlog',
      says: 'Work at the stamping provider has waited for half an hour.',
      metric: metrics.oldestMinutes.with({ period: QUARTER }),
      limit: { from: 30 },
      periods: always(2),
      severity: 'page',
    },
    {
      name: 'recovery-failing',
      says: 'The recovery of stamping throws, or leaves work undone, again and again.',
      metric: sumOfAll({ failed: metrics.recoveryFailed, thrown: errorsOf(settings, schedules.recovery) }, QUARTER),
      limit: { from: 1 },
      periods: { bad: 3, of: 4 },
      severity: 'page',
    },
    {
      name: 'recovery-silent',
      says: 'The recovery of stamping has not ended a run for 45 minutes.',
      metric: mathOf('runs', { runs: metrics.recoveryRuns }, QUARTER),
      limit: { below: 1 },
      periods: always(3),
      missing: TreatMissingData.BREACHING,
      severity: 'page',
    },
  ];
}

function hourlyAlarms({ settings, metrics, schedules }: Watched): AlarmProps[] {
  return [
    {
      name: 'hourly-failing',
      says: 'A schedule that runs at least each hour throws, or leaves work undone, again and again.',
      metric: sumOfAll(
        {
          failed: metrics.hourlyFailed,
          ...numbered(
            'thrown',
            schedules.hourly.map((id) => errorsOf(settings, id)),
          ),
        },
        HOUR,
      ),
      limit: { from: 1 },
      periods: SUSTAINED,
      severity: 'ticket',
    },
    {
      name: 'hourly-silent',
      says: 'A schedule that runs at least each hour has not ended a run for two hours.',
      metric: lowestOf(numbered('runs', Object.values(metrics.hourlyRuns)), HOUR),
      limit: { below: 1 },
      periods: always(2),
      missing: TreatMissingData.BREACHING,
      severity: 'ticket',
    },
  ];
}

function mailAlarms({ data: { mail, deliveries, imports, schedules }, metrics }: Watched): AlarmProps[] {
  const inQueue = (name: string, QueueName: string) => highestOf('AWS/SQS', name, { QueueName });
  const waitingIn = (name: string) => inQueue('ApproximateNumberOfMessagesVisible', name);
  return [
    {
      name: 'dead-letters',
      says: 'A call of a schedule failed three times, a backup failed, or a mail was given up.',
      metric: sumOfAll({
        missed: waitingIn(schedules.missed.queueName),
        undelivered: waitingIn(mail.undelivered.queueName),
        refused: metrics.mailsRefused,
      }),
      limit: { from: 1 },
      periods: ONCE,
      severity: 'ticket',
    },
    // Apart from "dead-letters": these messages are repeated without a person, but stay in their queues until a person
    // empties them or 14 days pass. In one alarm they would hide a mail that is lost in that time.
    {
      name: 'repeated-work-lost',
      says: 'A webhook delivery, a message of an import or an unreadable event was given up. The cause remains.',
      metric: sumOfAll({
        lost: waitingIn(deliveries.lost.queueName),
        lostImports: waitingIn(imports.lost.queueName),
        unreadable: metrics.eventsUnreadable,
      }),
      limit: { from: 1 },
      periods: ONCE,
      severity: 'ticket',
    },
    {
      name: 'mails-late',
      says: 'A mail has waited for fifteen minutes.',
      metric: inQueue('ApproximateAgeOfOldestMessage', mail.queue.queueName),
      limit: { from: 15 * 60 },
      periods: ONCE,
      severity: 'ticket',
    },
    {
      name: 'mail-reputation',
      says: 'SES is about to stop our mails: at 5 % bounces or 0.1 % complaints it reviews the account.',
      metric: mathOf(
        'MAX([bounces / 0.05, complaints / 0.001])',
        {
          bounces: highestOf('AWS/SES', 'Reputation.BounceRate'),
          complaints: highestOf('AWS/SES', 'Reputation.ComplaintRate'),
        },
        HOUR,
      ),
      limit: { from: 0.8 },
      periods: ONCE,
      severity: 'ticket',
    },
  ];
}

/** Records that wait for a day are lost to the fast path. The reconciler finds their events an hour later at the earliest. */
const eventsAlarm = ({ settings }: Watched): AlarmProps => ({
  name: 'events-late',
  says: 'New events have waited for ten minutes for their webhook deliveries.',
  metric: highestOf('AWS/Lambda', 'IteratorAge', { FunctionName: functionName(settings, 'fanOutEvents') }),
  limit: { from: 10 * 60_000 },
  periods: ONCE,
  severity: 'ticket',
});

/**
 * A copy that fails has an event ("dead-letters"). A plan that starts no copy has none: only the missing metric shows it. The metric belongs
 * to the vault, so to the stage. One day may have too few, because a large copy ends hours later than the one of the day before.
 */
const backupAlarm = ({ settings }: Watched): AlarmProps => ({
  name: 'backups-silent',
  says: 'For two days fewer copies have ended than the backup plan asks for.',
  metric: mathOf(
    'completed',
    { completed: sumOf('AWS/Backup', 'NumberOfBackupJobsCompleted', { BackupVaultName: prefixOf(settings) }) },
    Duration.days(1),
  ),
  limit: { below: COPIES_A_DAY },
  periods: always(2),
  missing: TreatMissingData.BREACHING,
  severity: 'ticket',
});
