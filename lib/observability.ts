import { AlarmRule, AlarmState, CompositeAlarm, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { Trigger } from '../shared/operation/define-trigger';
import { addAlarm, descriptionOf } from './alarms';
import { addDashboard } from './dashboard';
import type { DataStack } from './data-stack';
import { takenByTheEmulator } from './emulator';
import { makeLogMetrics } from './log-metrics';
import { prefixOf } from './names';
import { requestAlarms } from './outage-alarms/requests';
import { workAlarms } from './outage-alarms/work';
import { securityAlarmsOf } from './security-alarms';
import type { Settings } from './settings';
import { makeTopics, type Topics } from './topics';
import { watchedSchedules } from './watched-schedules';

interface ObservabilityProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly triggers: Readonly<Record<string, Trigger>>;
  readonly apiId: string;
}

/** The alarms and the dashboard. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, { settings, data, triggers, apiId }: ObservabilityProps) {
    super(scope, id);
    const topics = makeTopics(this, settings);
    const schedules = watchedSchedules(triggers);
    const metrics = makeLogMetrics(this, settings, schedules);
    const watched = { settings, data, metrics, schedules, apiId };
    const made = [...requestAlarms(watched), ...workAlarms(watched), ...securityAlarmsOf(metrics)]
      .filter(({ metric }) => !settings.emulator || takenByTheEmulator(metric))
      .map((props) => ({ alarm: addAlarm(this, settings, topics, props), severity: props.severity }));
    const reasons = made.filter(({ severity }) => severity === 'down').map(({ alarm }) => alarm);
    const alarms = [
      ...(settings.emulator ? [] : [this.addDown(settings, topics, reasons)]),
      ...made.map(({ alarm }) => alarm),
    ];
    addDashboard(this, { settings, alarms, metrics, apiId, tableName: data.storage.table.tableName });
  }

  /** One message for one outage. The alarms that it combines inform no topic. */
  private addDown(settings: Settings, { page }: Topics, reasons: readonly IAlarm[]): CompositeAlarm {
    const down = new CompositeAlarm(this, 'Down', {
      compositeAlarmName: `${prefixOf(settings)}-down`,
      alarmDescription: descriptionOf('down', 'The service does not work for all or some of its users.'),
      alarmRule: AlarmRule.anyOf(...reasons.map((alarm) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM))),
    });
    if (page) {
      down.addAlarmAction(new SnsAction(page));
      down.addOkAction(new SnsAction(page));
    }
    return down;
  }
}
