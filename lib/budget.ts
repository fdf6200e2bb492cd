import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import { prefixOf } from './names';
import { isHttps, type Settings } from './settings';

/** AWS mails when the month has cost each of these shares of the budget, and when the forecast exceeds the budget. */
const WARNED_PERCENTS = [50, 80, 100] as const;

/** The account's budget of a month. AWS counts costs hours late, so it limits nothing: it warns. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const { monthlyBudget, alarmMail = [] } = settings;
    if (monthlyBudget === undefined) return;
    const subscribers = alarmMail
      .filter((recipient) => !isHttps(recipient))
      .map((address) => ({ subscriptionType: 'EMAIL', address }));
    const when = (notificationType: string, threshold: number): CfnBudget.NotificationWithSubscribersProperty => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers,
    });
    new CfnBudget(this, 'Month', {
      budget: {
        budgetName: prefixOf(settings),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudget, unit: 'USD' },
      },
      ...(subscribers.length > 0 && {
        notificationsWithSubscribers: [
          ...WARNED_PERCENTS.map((percent) => when('ACTUAL', percent)),
          when('FORECASTED', 100),
        ],
      }),
    });
  }
}
