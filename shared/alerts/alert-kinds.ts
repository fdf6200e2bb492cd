import type { AuditedEntity } from '../audit/audit-event';
import type { Text } from '../platform/values/text';

export const ALERT_SEVERITIES = ['INFO', 'WARNING', 'CRITICAL'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export interface AlertKind {
  readonly severity: AlertSeverity;
  /** The kind of record that the alert's `entityId` names. */
  readonly entityType: AuditedEntity;
  /**
   * The event, and the advice to the reader, of an alert without facts. Facts of the cause make it more exact (`alert-texts.ts`). Absent: the
   * cause always has facts.
   */
  readonly message?: Text;
}

/** All alerts of the product. A cause may replace severity and entity. */
export const ALERTS = {
  TRIP_ENDED_WITHOUT_PROOF: {
    severity: 'WARNING',
    entityType: 'TRIP',
    message: {
      en: 'The trip ended, and a proof of delivery is missing. Ask the driver for it.',
      es: 'El viaje terminó y falta una prueba de entrega. Pídala al operador.',
    },
  },
  STARTED_WITH_EXPIRED_PAPER: { severity: 'CRITICAL', entityType: 'TRIP' },
  TRIP_CANCELLED_WITH_DRAFT: {
    severity: 'WARNING',
    entityType: 'INVOICE',
    message: {
      en: 'The trip was cancelled and its invoice draft is still there. Stamp it or delete it.',
      es: 'El viaje se canceló y su borrador de factura sigue ahí. Tímbrelo o bórrelo.',
    },
  },
  TRIP_CANCELLED_WITH_INVOICE: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message: {
      en: 'The trip was cancelled, but its invoice is stamped or is being stamped. Cancel the document with motive 03 (the operation did not take place).',
      es: 'El viaje se canceló, pero su factura ya está timbrada o se está timbrando. Cancele el comprobante con el motivo 03 (no se llevó a cabo la operación).',
    },
  },
  CARTA_PORTE_OUTDATED: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message: {
      en: 'Driver, vehicle, route or goods of the trip changed after the Carta Porte was stamped. Substitute the document: the road police read the old data.',
      es: 'El operador, la unidad, la ruta o las mercancías del viaje cambiaron después de timbrar la Carta Porte. Sustituya el comprobante: la autoridad lee en carretera los datos anteriores.',
    },
  },
  INVOICE_OUTDATED: {
    severity: 'WARNING',
    entityType: 'INVOICE',
    message: {
      en: 'Client, revenue, driver or vehicle of the trip changed after its invoice was stamped. Compare both, and substitute or cancel the document if it is wrong.',
      es: 'El cliente, el importe, el operador o la unidad del viaje cambió después de timbrar su factura. Compare ambos, y sustituya o cancele el comprobante si es incorrecto.',
    },
  },
  BOX_RENTAL_INVOICE_DRAFT_FAILED: {
    severity: 'WARNING',
    entityType: 'BOX_RESERVATION',
    message: {
      en: 'The reservation was closed, but no invoice draft could be made for it. Make the invoice by hand.',
      es: 'La reservación se cerró, pero no se pudo generar su borrador de factura. Haga la factura a mano.',
    },
  },
  INVOICE_STAMP_STUCK: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message: {
      en: 'Whether the invoice was stamped has been unknown for two hours. Refresh it, or ask the stamping provider.',
      es: 'Desde hace dos horas no se sabe si la factura se timbró. Actualícela o pregunte al proveedor de timbrado.',
    },
  },
  INVOICE_TOTAL_DIFFERS: { severity: 'WARNING', entityType: 'INVOICE' },
  INVOICE_DUPLICATE: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message: {
      en: 'The stamping provider holds more than one document of the invoice. Cancel the one that is too many.',
      es: 'El proveedor de timbrado tiene más de un comprobante de la factura. Cancele el que sobra.',
    },
  },
  RECEIPT_CONFLICT: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message: {
      en: 'This document became VALID so late that another one of the same invoice may have been stamped meanwhile. Compare both with the invoice, and cancel the wrong one.',
      es: 'Este comprobante quedó VALID tan tarde que pudo timbrarse otro de la misma factura. Compare ambos con la factura y cancele el incorrecto.',
    },
  },
  SUBSTITUTION_REJECTED: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message: {
      en: 'The substitute is VALID, but the cancellation of this invoice was rejected or expired. Two documents are VALID: cancel this one again with motive 01.',
      es: 'La sustituta está VALID, pero la cancelación de esta factura se rechazó o venció. Hay dos comprobantes VALID: cancele este otra vez con el motivo 01.',
    },
  },
  CANCELLATION_NOT_SENT: {
    severity: 'CRITICAL',
    entityType: 'INVOICE',
    message: {
      en: 'A cancellation of this document was requested, and the stamping provider does not have the request. The document is in force: cancel it again.',
      es: 'Se solicitó cancelar este comprobante y el proveedor de timbrado no tiene la solicitud. El comprobante sigue vigente: cancélelo otra vez.',
    },
  },
  CANCELLATION_REJECTED: { severity: 'CRITICAL', entityType: 'INVOICE' },
  RECEIPT_DUE: { severity: 'WARNING', entityType: 'TEAM' },
  RECEIPT_LATE: { severity: 'CRITICAL', entityType: 'TEAM' },
  STAMPS_NEARLY_SPENT: {
    severity: 'WARNING',
    entityType: 'TEAM',
    message: {
      en: 'The team has used 80 % of the stamps that it may use in one day. If this is not your own work, change your password.',
      es: 'La empresa usó el 80 % de los timbres que puede usar en un día. Si no es trabajo suyo, cambie su contraseña.',
    },
  },
  DRIVER_LEFT_WITH_TRIPS: {
    severity: 'WARNING',
    entityType: 'DRIVER',
    message: {
      en: 'The driver left, and planned trips still have this driver. Assign another driver to them.',
      es: 'El operador se dio de baja y hay viajes planeados que todavía lo tienen asignado. Asígneles otro operador.',
    },
  },
  PAPER_EXPIRING: {
    severity: 'WARNING',
    entityType: 'DRIVER',
    message: {
      en: 'A paper is about to expire. Renew it and write down its new date.',
      es: 'Un documento está por vencer. Renuévelo y capture su nueva fecha.',
    },
  },
  TRIP_LATE: { severity: 'WARNING', entityType: 'TRIP' },
  TRIP_OFF_ROUTE: { severity: 'WARNING', entityType: 'TRIP' },
  TRIP_SILENT: { severity: 'WARNING', entityType: 'TRIP' },
  PROOF_FILE_MISSING: {
    severity: 'WARNING',
    entityType: 'TRIP',
    message: {
      en: 'A file of a proof of delivery has not arrived for a day. Ask the driver to open the app with a connection.',
      es: 'Un archivo de una prueba de entrega no ha llegado en un día. Pida al operador que abra la aplicación con conexión.',
    },
  },
  HOURS_NEAR_LIMIT: { severity: 'WARNING', entityType: 'DRIVER' },
  HOURS_OVER_LIMIT: { severity: 'CRITICAL', entityType: 'DRIVER' },
  WEBHOOK_DISABLED: {
    severity: 'CRITICAL',
    entityType: 'WEBHOOK_ENDPOINT',
    message: {
      en: 'A webhook endpoint failed for days, or is gone, and was disabled. Repair it, enable it, and redeliver its events.',
      es: 'Un destino de webhooks falló varios días, o ya no existe, y se deshabilitó. Repárelo, habilítelo y reenvíe sus eventos.',
    },
  },
  API_KEYS_TO_REVIEW: {
    severity: 'WARNING',
    entityType: 'USER',
    message: {
      en: 'A member’s account was recovered or its password reset, and the API keys that the member made still work. If someone else had the account, delete them.',
      es: 'Se recuperó la cuenta de un miembro o se restableció su contraseña, y las llaves de API que creó siguen funcionando. Si otra persona tuvo la cuenta, bórrelas.',
    },
  },
  API_KEY_REVOKED: {
    severity: 'WARNING',
    entityType: 'API_KEY',
    message: {
      en: 'An API key ended, because the member who made it left the team. Make a new key for the system that used it.',
      es: 'Una llave de API terminó porque el miembro que la creó salió de la empresa. Cree una llave nueva para el sistema que la usaba.',
    },
  },
} as const satisfies Record<string, AlertKind>;
