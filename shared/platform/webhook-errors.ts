/** The errors of webhook endpoints: a part of the table of errors. */
export const WEBHOOK_ERRORS = {
  WEBHOOK_LIMIT: {
    status: 409,
    message: {
      en: 'A team has at most 10 webhook endpoints. Delete one that you do not need, or add the types to another one.',
      es: 'Un equipo tiene como máximo 10 destinos de webhooks. Elimine uno que no necesite, o agregue los tipos a otro.',
    },
  },
  WEBHOOK_DISABLED: {
    status: 409,
    message: {
      en: 'The webhook endpoint is disabled. Enable it first: PATCH with status ENABLED.',
      es: 'El destino de webhooks está deshabilitado. Primero habilítelo: PATCH con status ENABLED.',
    },
  },
} as const;
