import { defineTrigger } from '../../shared/operation/define-trigger';
import { raiseReceiptAlerts } from '../../shared/receipts/receipt-alerts';

/** Raises alerts about payments without a receipt from the first and from the sixth of the next month, in the team's zone. */
export const trigger = defineTrigger({
  id: 'raiseReceiptAlerts',
  summary: 'Raise alerts for receipts of payment that are due',
  source: 'schedule',
  rate: 'rate(60 minutes)',
  uses: { raiseReceiptAlerts },
  run: ({ deps, report }) => deps.raiseReceiptAlerts(report),
});
