/** The rows of the error table that only integrations with other systems can cause. */
export const INTEGRATION_ERRORS = {
  API_KEY_LIMIT: {
    status: 409,
    message: {
      en: 'A team can have 20 API keys. Delete one that is no longer used first.',
      es: 'Una empresa puede tener 20 llaves de API. Primero borre una que ya no se use.',
    },
  },
  EXTERNAL_ID_TAKEN: {
    status: 409,
    message: {
      en: 'Another record has that externalId. Send another one.',
      es: 'Otro registro ya tiene ese externalId. Envíe otro.',
    },
  },
  IMPORT_RUNNING: {
    status: 409,
    message: {
      en: 'Another import of this team has not ended. Wait for its end.',
      es: 'Otra importación de esta empresa no ha terminado. Espere a que termine.',
    },
  },
  PRECONDITION_FAILED: {
    status: 412,
    message: {
      en: 'The record was changed since you read it. Read it again, and send your change with its new version.',
      es: 'El registro cambió desde que lo leyó. Consúltelo de nuevo y envíe su cambio con la nueva versión.',
    },
  },
  TRACKING_LINK_LIMIT: {
    status: 409,
    message: {
      en: 'A trip can have 10 tracking links. Delete one that is no longer used first.',
      es: 'Un viaje puede tener 10 enlaces de seguimiento. Primero borre uno que ya no se use.',
    },
  },
} as const;
