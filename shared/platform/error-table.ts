import { INTEGRATION_ERRORS } from './integration-errors';
import { ROAD_ERRORS } from './road-errors';
import type { Text } from './values/text';
import { WEBHOOK_ERRORS } from './webhook-errors';

/**
 * All errors that an operation can answer on purpose, by the stable code that clients read in `error`. `status` is the
 * HTTP status. `message` is the default text; the code that throws the error may pass a more exact one.
 */
export const ERRORS = {
  VALIDATION_FAILED: {
    status: 400,
    message: {
      en: 'The request is not valid. Correct the field named in "field" and send it again.',
      es: 'La solicitud no es válida. Corrija el campo indicado en "field" y vuelva a enviarla.',
    },
  },
  UNAUTHENTICATED: {
    status: 401,
    message: {
      en: 'Sign in again: the access token is missing, expired or not valid here.',
      es: 'Inicie sesión de nuevo: el token de acceso falta, venció o no es válido aquí.',
    },
  },
  INVALID_CREDENTIALS: {
    status: 401,
    message: {
      en: 'Those credentials are not right. Check them and try again.',
      es: 'Esas credenciales no son correctas. Revíselas y vuelva a intentarlo.',
    },
  },
  INVALID_CODE: {
    status: 401,
    message: {
      en: 'The code is wrong, expired or already used. Wait for the next code and try again.',
      es: 'El código es incorrecto, venció o ya se usó. Espere el siguiente código y vuelva a intentarlo.',
    },
  },
  RECOVERY_CODE_SENT: {
    status: 401,
    message: {
      en: 'A code was mailed to that address. Send the same request again with the code.',
      es: 'Se envió un código a esa dirección de correo. Envíe de nuevo la misma solicitud con el código.',
    },
  },
  ACCOUNT_NOT_CONFIRMED: {
    status: 401,
    message: {
      en: 'Confirm your e-mail address first: send the code that was mailed to it to POST /auth/register/confirm.',
      es: 'Primero confirme su correo electrónico: envíe el código que recibió a POST /auth/register/confirm.',
    },
  },
  FORBIDDEN: {
    status: 403,
    message: {
      en: 'You have no permission for this. Ask an administrator of the team.',
      es: 'No tiene permiso para esto. Pídalo a un administrador de la empresa.',
    },
  },
  MFA_REQUIRED: {
    status: 403,
    message: {
      en: 'This team requires a second factor. Turn on an authenticator app first: POST /users/me/mfa/setup.',
      es: 'Esta empresa exige un segundo factor. Primero active una aplicación de códigos: POST /users/me/mfa/setup.',
    },
  },
  SIGN_IN_AGAIN: {
    status: 403,
    message: {
      en: 'This team requires a sign-in of the last ten minutes for this. Sign in again, then repeat the request.',
      es: 'Para esto la empresa exige un inicio de sesión de los últimos diez minutos. Inicie sesión otra vez y repita la solicitud.',
    },
  },
  NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is nothing under that identifier. Check it, or list the records again.',
      es: 'No hay nada con ese identificador. Revíselo o vuelva a listar los registros.',
    },
  },
  CONFLICT: {
    status: 409,
    message: {
      en: 'Another request changed the record first. Read it again, then repeat your change.',
      es: 'Otra solicitud cambió antes el registro. Vuelva a consultarlo y repita su cambio.',
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: {
      en: 'This Idempotency-Key was used with another body. Send a new key for a new request.',
      es: 'Esta Idempotency-Key se usó con otro cuerpo. Envíe una clave nueva para una solicitud nueva.',
    },
  },
  ECONOMIC_NUMBER_TAKEN: {
    status: 409,
    message: {
      en: 'Another box of this team already has that economic number. Check the number.',
      es: 'Otra caja de esta empresa ya tiene ese número económico. Revise el número.',
    },
  },
  BOX_NOT_AVAILABLE: {
    status: 409,
    message: {
      en: 'The box is not DISPONIBLE, or another reservation holds it. Choose another box, or close that reservation.',
      es: 'La caja no está DISPONIBLE, u otra reservación la ocupa. Elija otra caja o cierre esa reservación.',
    },
  },
  RESERVATION_NOT_ACTIVE: {
    status: 409,
    message: {
      en: 'The reservation is not ACTIVA: it was closed or cancelled before. Read it again.',
      es: 'La reservación no está ACTIVA: ya se cerró o se canceló. Vuelva a consultarla.',
    },
  },
  PLATE_TAKEN: {
    status: 409,
    message: {
      en: 'Another vehicle of this team already has that plate. Check the plate.',
      es: 'Otra unidad de esta empresa ya tiene esa placa. Revise la placa.',
    },
  },
  ALREADY_MEMBER: {
    status: 409,
    message: { en: 'You are a member of that team already.', es: 'Usted ya es miembro de esa empresa.' },
  },
  TEAM_OWNER: {
    status: 409,
    message: {
      en: 'The owner stays until the team is handed over. Give OWNER to another member first.',
      es: 'El titular permanece hasta que se entregue la empresa. Primero dé el rol OWNER a otro miembro.',
    },
  },
  DRIVER_STATUS: {
    status: 409,
    message: {
      en: 'The driver cannot change to that status from the present one. Read the driver again.',
      es: 'El operador no puede pasar a ese estatus desde el actual. Vuelva a consultar el operador.',
    },
  },
  VEHICLE_STATUS: {
    status: 409,
    message: {
      en: 'The vehicle cannot change to that status from the present one. Read the vehicle again.',
      es: 'La unidad no puede pasar a ese estatus desde el actual. Vuelva a consultar la unidad.',
    },
  },
  ALERT_STATUS: {
    status: 409,
    message: {
      en: 'The alert cannot change to that status from the present one. Read the alerts again.',
      es: 'La alerta no puede pasar a ese estatus desde el actual. Vuelva a consultar las alertas.',
    },
  },
  ...ROAD_ERRORS,
  INVOICE_NOT_EDITABLE: {
    status: 409,
    message: {
      en: 'Only an invoice that is DRAFT or ERROR can be changed or deleted. Read the invoice again.',
      es: 'Solo se puede modificar o borrar una factura DRAFT o ERROR. Vuelva a consultar la factura.',
    },
  },
  INVOICE_STAMP_OPEN: {
    status: 409,
    message: {
      en: 'An earlier stamp of this invoice may still have made a tax document. Delete it later: it is looked for during 72 hours.',
      es: 'Un timbrado anterior de esta factura aún pudo generar un comprobante fiscal. Elimínela después: se busca durante 72 horas.',
    },
  },
  INVOICE_WITHOUT_DOCUMENT: {
    status: 409,
    message: {
      en: 'The invoice has no document: it was never stamped. Stamp it first.',
      es: 'La factura no tiene comprobante: nunca se timbró. Primero tímbrela.',
    },
  },
  LATER_DOCUMENTS: {
    status: 409,
    message: {
      en: 'Later documents depend on this one. Cancel them first, the newest first.',
      es: 'Comprobantes posteriores dependen de este. Cancélelos primero, empezando por el más reciente.',
    },
  },
  NOTHING_TO_RECEIPT: {
    status: 409,
    message: {
      en: 'These collections pay no PPD invoice that still needs a receipt of payment.',
      es: 'Estos cobros no pagan ninguna factura PPD que aún requiera complemento de pago.',
    },
  },
  SUBSTITUTE_EXISTS: {
    status: 409,
    message: {
      en: 'The invoice has a substitute. Stamp the substitute, or delete its draft.',
      es: 'La factura tiene una sustituta. Timbre la sustituta o borre su borrador.',
    },
  },
  INVOICE_STATUS: {
    status: 409,
    message: {
      en: 'The status that the invoice has allows no such thing. Read the invoice again.',
      es: 'El estatus de la factura no lo permite. Vuelva a consultar la factura.',
    },
  },
  INVOICE_NOT_READY: {
    status: 400,
    message: {
      en: 'The invoice cannot be stamped yet: "errors" says all that stands in the way, as validate does.',
      es: 'La factura aún no se puede timbrar: "errors" indica todo lo que lo impide, igual que validate.',
    },
  },
  IN_USE: {
    status: 409,
    message: {
      en: 'Other records refer to it, so it cannot be deleted.',
      es: 'Otros registros lo usan, por eso no se puede borrar.',
    },
  },
  PAYMENT_HAS_RECEIPT: {
    status: 409,
    message: {
      en: 'A receipt of payment contains this payment. Cancel the receipt first.',
      es: 'Un complemento de pago incluye este pago. Primero cancele el complemento.',
    },
  },
  DOCUMENT_PENDING: {
    status: 409,
    message: {
      en: 'A receipt or a credit note of this invoice is being stamped. Try again when it is VALID or refused.',
      es: 'Se está timbrando un complemento de pago o una nota de crédito de esta factura. Vuelva a intentarlo cuando quede VALID o se rechace.',
    },
  },
  APP_ACCESS_STATE: {
    status: 409,
    message: {
      en: 'That action does not fit the app access the driver has now. Read the driver again.',
      es: 'Esa acción no corresponde al acceso que el operador tiene ahora a la aplicación. Vuelva a consultar el operador.',
    },
  },
  ...WEBHOOK_ERRORS,
  TOO_MANY_REQUESTS: {
    status: 429,
    message: {
      en: 'Too many attempts. Wait as long as Retry-After says, then try again.',
      es: 'Demasiados intentos. Espere lo que indica Retry-After y vuelva a intentarlo.',
    },
  },
  INTERNAL: {
    status: 500,
    message: {
      en: 'Something failed on our side. Try again; if it stays, report the request id.',
      es: 'Algo falló de nuestro lado. Vuelva a intentarlo; si continúa, reporte el id de solicitud.',
    },
  },
  PROVIDER_ERROR: {
    status: 502,
    message: {
      en: 'An external service failed. Try again in a minute.',
      es: 'Un servicio externo falló. Vuelva a intentarlo en un minuto.',
    },
  },
  UNAVAILABLE: {
    status: 503,
    message: {
      en: 'The service is busy. Nothing is lost: send the same request again in a moment.',
      es: 'El servicio está ocupado. No se perdió nada: vuelva a enviar la misma solicitud en un momento.',
    },
  },
  ...INTEGRATION_ERRORS,
} as const satisfies Record<string, { status: number; message: Text }>;

export type ErrorCode = keyof typeof ERRORS;
