import * as v from 'valibot';
import { ALERT_TYPES, Alert, type AlertRecord } from '../../shared/alerts/alert';
import { ALERTS } from '../../shared/alerts/alert-kinds';
import { shownAlert } from '../../shared/alerts/alert-texts';

const ID = '01890000-0000-7000-8000-000000000001';
const stored = (alert: Partial<AlertRecord> & Pick<AlertRecord, 'type'>): AlertRecord => ({
  id: ID,
  status: 'OPEN',
  severity: 'WARNING',
  entityType: 'INVOICE',
  entityId: ID,
  message: ALERTS[alert.type].message.en,
  createdAt: '2026-03-02T15:00:00.000Z',
  ...alert,
});
const readIn = (lang: string, alert: AlertRecord) => v.parse(Alert, shownAlert(alert), { lang });

describe('desk 2.1: an alert', () => {
  test.each(ALERT_TYPES)('of type %s has its text in the language of its reader', (type) => {
    expect(readIn('en', stored({ type })).message).toBe(ALERTS[type].message.en);
    expect(readIn('es', stored({ type })).message).toBe(ALERTS[type].message.es);
  });

  test('names its facts, and does not answer them apart', () => {
    const alert = stored({ type: 'RECEIPT_LATE', facts: { month: '2026-02', dueOn: '2026-03-05' } });
    expect(readIn('en', alert).message).toBe(
      'Payments of 2026-02 have no receipt of payment (REP). It was due on 2026-03-05: stamp it at once.',
    );
    expect(readIn('es', alert)).toMatchObject({
      message: 'Hay pagos de 2026-02 sin complemento de pago (REP). Venció el 2026-03-05: tímbrelo de inmediato.',
    });
    expect(readIn('es', alert)).not.toHaveProperty('facts');
  });

  test('of an earlier release keeps its sentence where that named facts, and has the new one elsewhere', () => {
    const message = 'Payments of 2026-02 need a receipt of payment (REP) until 2026-03-05. Make it and stamp it.';
    expect(readIn('es', stored({ type: 'RECEIPT_DUE', message })).message).toBe(message);
    const older = stored({ type: 'INVOICE_STAMP_STUCK', message: 'As an older release said it.' });
    expect(readIn('es', older).message).toBe(ALERTS.INVOICE_STAMP_STUCK.message.es);
  });
});
