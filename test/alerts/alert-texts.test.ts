import * as v from 'valibot';
import { ALERT_TYPES, Alert, type AlertRecord } from '../../shared/alerts/alert';
import { ALERTS } from '../../shared/alerts/alert-kinds';
import { alertText, shownAlert } from '../../shared/alerts/alert-texts';

const ID = '01890000-0000-7000-8000-000000000001';
const stored = (alert: Partial<AlertRecord> & Pick<AlertRecord, 'type'>): AlertRecord => ({
  id: ID,
  status: 'OPEN',
  severity: 'WARNING',
  entityType: 'INVOICE',
  entityId: ID,
  message: alertText(alert.type, alert.facts).en,
  createdAt: '2026-03-02T15:00:00.000Z',
  ...alert,
});
const readIn = (lang: string, alert: AlertRecord) => v.parse(Alert, shownAlert(alert), { lang });

/** A fact for each place in a sentence. */
const FACTS = {
  paper: 'INSURANCE',
  name: '12-AB-3C',
  expiresOn: '2026-04-08',
  month: '2026-02',
  dueOn: '2026-03-05',
  documentTotal: 1_160,
  total: 1_000,
  draftId: ID,
  motive: '01',
  substituteId: ID,
  limitHours: 5,
  minutesLate: 7,
  kilometresOff: 6,
  minutesSilent: 30,
};

describe('desk 2.1: an alert', () => {
  test.each(
    ALERT_TYPES.flatMap((type) =>
      ('message' in ALERTS[type] ? [undefined, FACTS] : [FACTS]).map((facts) => ({ type, facts })),
    ),
  )('of type $type has its text in the language of its reader, and says what to do next: $facts', ({ type, facts }) => {
    const [english = '', spanish = ''] = ['en', 'es'].map((lang) => readIn(lang, stored({ type, facts })).message);
    expect(spanish).not.toBe(english);
    for (const text of [english, spanish]) {
      expect(text).toMatch(/[.:] \p{L}.*\.$/u);
      expect(text).not.toMatch(/undefined|NaN/);
    }
  });

  test.each([
    ['LICENSE', 'licencia de conducir, con vigencia hasta el 2026-04-08. Renuévela'],
    ['SEAL_CERTIFICATE', 'certificado de sello digital (CSD), con vigencia hasta el 2026-04-08. Sin él'],
    ['MAINTENANCE', 'mantenimiento, programado para el 2026-04-08. Realícelo'],
  ])('desk 4.2: about %s agrees with the gender of the paper', (paper, words) => {
    expect(alertText('PAPER_EXPIRING', { ...FACTS, paper }).es).toContain(`12-AB-3C: ${words}`);
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
