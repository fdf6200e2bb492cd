/** The errors of webhook endpoints: a part of the table of errors. */
export const WEBHOOK_ERRORS = {
  WEBHOOK_LIMIT: {
    status: 409,
    message: {
      en: 'A team has at most 10 webhook endpoints. Delete one first.',
      es: 'Una empresa tiene como máximo 10 destinos de webhooks. Primero borre uno.',
    },
  },
  WEBHOOK_DISABLED: {
    status: 409,
    message: {
      en: 'The webhook endpoint is disabled. Enable it first.',
      es: 'El destino de webhooks está deshabilitado. Primero habilítelo.',
    },
  },
} as const;
