import type * as v from 'valibot';
import { asIs, type Text } from '../platform/values/text';
import type { Alert, AlertFacts, AlertRecord, AlertType } from './alert';
import { ALERTS, type AlertKind } from './alert-kinds';

const RENEW: Text = { en: 'Renew it and enter its new date.', es: 'Renuévelo y capture su nueva fecha.' };
/** As {@link RENEW}, of a paper that is feminine in Spanish. */
const RENEW_FEMININE: Text = { ...RENEW, es: 'Renuévela y capture su nueva fecha.' };

const VALID: Text = { en: 'valid until', es: 'con vigencia hasta el' };

interface Paper {
  readonly label: Text;
  readonly until: Text;
  readonly advice: Text;
}

/** The papers that expire, and maintenance, as their alerts name them. */
const PAPERS: Readonly<Record<string, Paper>> = {
  LICENSE: { label: { en: 'driving licence', es: 'licencia de conducir' }, until: VALID, advice: RENEW_FEMININE },
  MEDICAL: { label: { en: 'medical certificate', es: 'certificado médico' }, until: VALID, advice: RENEW },
  INSURANCE: { label: { en: 'insurance', es: 'seguro' }, until: VALID, advice: RENEW },
  REGISTRATION: { label: { en: 'registration', es: 'tarjeta de circulación' }, until: VALID, advice: RENEW_FEMININE },
  MAINTENANCE: {
    label: { en: 'maintenance', es: 'mantenimiento' },
    until: { en: 'planned for', es: 'programado para el' },
    advice: { en: 'Have it done and enter the next date.', es: 'Realícelo y capture la próxima fecha.' },
  },
  SEAL_CERTIFICATE: {
    label: { en: 'signing certificate (CSD)', es: 'certificado de sello digital (CSD)' },
    until: VALID,
    advice: {
      en: 'Invoices cannot be stamped without it. Get a new one from the SAT and upload it.',
      es: 'Sin él no se puede timbrar. Obtenga uno nuevo en el SAT y súbalo.',
    },
  },
};

/** The text is read on any day, so it names the date alone. */
function paperText({ paper = '', name, expiresOn }: AlertFacts): Text | undefined {
  const known = PAPERS[paper];
  return (
    known && {
      en: `${name}: ${known.label.en}, ${known.until.en} ${expiresOn}. ${known.advice.en}`,
      es: `${name}: ${known.label.es}, ${known.until.es} ${expiresOn}. ${known.advice.es}`,
    }
  );
}

/** The name of a paper in a sentence. */
export const paperName = (paper: string): Text => PAPERS[paper]?.label ?? asIs(paper);

function expiredText({ paper = '', name, expiresOn }: AlertFacts): Text {
  const label = paperName(paper);
  const advice = PAPERS[paper]?.advice ?? RENEW;
  return {
    en: `The trip started although a paper had expired. ${name}: ${label.en}, due ${expiresOn}. ${advice.en}`,
    es: `El viaje inició aunque un documento estaba vencido. ${name}: ${label.es}, venció el ${expiresOn}. ${advice.es}`,
  };
}

type Sentence = (facts: AlertFacts) => Text | undefined;

/** The types that have a text without facts. */
type General = { [T in AlertType]: (typeof ALERTS)[T] extends { readonly message: Text } ? T : never }[AlertType];

/** The sentences of the alerts whose cause has facts. */
const TOLD: Readonly<Record<Exclude<AlertType, General>, Sentence> & Partial<Record<General, Sentence>>> = {
  API_KEY_REVOKED: ({ name, expiresOn }) => ({
    en: `The API key “${name}” expired on ${expiresOn} (UTC). Make a new key for the system that used it.`,
    es: `La llave de API «${name}» caducó el ${expiresOn} (UTC). Cree una llave nueva para el sistema que la usaba.`,
  }),
  CARTA_PORTE_OUTDATED: ({ draftId }) => ({
    en: `Driver or vehicle of the trip changed on the way. The draft ${draftId} substitutes this document: stamp it, because the road police read the old data.`,
    es: `El operador o la unidad del viaje cambió en el camino. El borrador ${draftId} sustituye este comprobante: tímbrelo, porque la autoridad lee en carretera los datos anteriores.`,
  }),
  INVOICE_TOTAL_DIFFERS: ({ documentTotal, total }) => ({
    en: `The document’s total is ${documentTotal} and the invoice’s was ${total}. The document counts: check what the client pays.`,
    es: `El total del comprobante es ${documentTotal} y el de la factura era ${total}. Vale el comprobante: revise lo que paga el cliente.`,
  }),
  CANCELLATION_NOT_SENT: ({ name, motive, substituteId }) => {
    const substitute = substituteId
      ? { en: `, substitute ${substituteId}`, es: `, sustituta ${substituteId}` }
      : { en: '', es: '' };
    return {
      en: `The cancellation of document ${name} (motive ${motive}${substitute.en}) was not sent. The document is in force: cancel it again.`,
      es: `La cancelación del comprobante ${name} (motivo ${motive}${substitute.es}) no se envió. El comprobante sigue vigente: cancélelo otra vez.`,
    };
  },
  CANCELLATION_REJECTED: ({ name, motive, ending }) => {
    const by = motive ? { en: ` (motive ${motive})`, es: ` (motivo ${motive})` } : { en: '', es: '' };
    return ending === 'expired'
      ? {
          en: `The request to cancel document ${name}${by.en} expired at the SAT. The document is in force: cancel it again.`,
          es: `La solicitud de cancelación del comprobante ${name}${by.es} venció en el SAT. El comprobante sigue vigente: cancélelo otra vez.`,
        }
      : {
          en: `The receiver rejected the cancellation of document ${name}${by.en} at the SAT. The document is in force: agree with the receiver, and cancel it again.`,
          es: `El receptor rechazó en el SAT la cancelación del comprobante ${name}${by.es}. El comprobante sigue vigente: póngase de acuerdo con el receptor y cancélelo otra vez.`,
        };
  },
  RECEIPT_DUE: ({ month, dueOn }) => ({
    en: `Payments of ${month} need a receipt of payment (REP) until ${dueOn}. Make it and stamp it.`,
    es: `Hay pagos de ${month} que requieren complemento de pago (REP) a más tardar el ${dueOn}. Genérelo y tímbrelo.`,
  }),
  RECEIPT_LATE: ({ month, dueOn }) => ({
    en: `Payments of ${month} have no receipt of payment (REP). It was due on ${dueOn}: stamp it at once.`,
    es: `Hay pagos de ${month} sin complemento de pago (REP). Venció el ${dueOn}: tímbrelo de inmediato.`,
  }),
  PAPER_EXPIRING: paperText,
  STARTED_WITH_EXPIRED_PAPER: expiredText,
  HOURS_NEAR_LIMIT: ({ limitHours }) => ({
    en: `In 30 minutes or less the driver will have driven ${limitHours} hours. Plan a stop.`,
    es: `En 30 minutos o menos el operador cumple ${limitHours} horas de conducción. Planee una parada.`,
  }),
  HOURS_OVER_LIMIT: ({ limitHours }) => ({
    en: `The driver has driven for more than ${limitHours} hours. Tell the driver to stop.`,
    es: `El operador lleva más de ${limitHours} horas de conducción. Indíquele que se detenga.`,
  }),
  TRIP_LATE: ({ name, minutesLate }) => ({
    en: `The truck will probably reach ${name} ${minutesLate} minutes after the end of its window. Tell the customer, or change the plan.`,
    es: `Es probable que la unidad llegue a ${name} ${minutesLate} minutos después de su ventana. Avise al cliente o cambie el plan.`,
  }),
  TRIP_OFF_ROUTE: ({ kilometresOff }) => ({
    en: `The truck is ${kilometresOff} km away from the line of its route. Call the driver.`,
    es: `La unidad está a ${kilometresOff} km de la línea de su ruta. Llame al operador.`,
  }),
  TRIP_SILENT: ({ minutesSilent }) => ({
    en: `The truck has sent no position for ${minutesSilent} minutes. Call the driver.`,
    es: `No se recibe la posición de la unidad desde hace ${minutesSilent} minutos. Llame al operador.`,
  }),
  PROOF_FILE_MISSING: ({ name }) =>
    name === undefined
      ? undefined
      : {
          en: `A file of the proof of delivery at ${name} has not arrived for a day. Ask the driver to open the app with a connection.`,
          es: `Un archivo de la prueba de entrega en ${name} no ha llegado en un día. Pida al operador que abra la aplicación con conexión.`,
        },
};

/** The text of an alert by its type and facts. Undefined facts are those of an alert of an earlier release. */
export const alertText = (type: AlertType, facts: AlertFacts | undefined): Text =>
  (facts && TOLD[type]?.(facts)) ?? generalText(type) ?? asIs(type);

function generalText(type: AlertType): Text | undefined {
  const { message }: AlertKind = ALERTS[type];
  return message;
}

/**
 * The alert as it is answered. An alert of an earlier release has no facts: where its type has a sentence with facts, the
 * stored one stays.
 */
export function shownAlert({ facts, message, ...alert }: AlertRecord): v.InferInput<typeof Alert> {
  const isOlder = facts === undefined && TOLD[alert.type] !== undefined && message !== generalText(alert.type)?.en;
  return { ...alert, message: isOlder ? asIs(message) : alertText(alert.type, facts) };
}
