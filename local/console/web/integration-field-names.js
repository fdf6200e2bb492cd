/** Spanish names of the fields of webhooks and API keys. */
export const INTEGRATION_FIELDS = {
  attempts: 'Intentos',
  createdBy: 'Creado por',
  disabledReason: 'Motivo de la desactivación',
  failingSince: 'Falla desde',
  failure: 'Falla',
  lastAttemptAt: 'Último intento',
  lastUsedOn: 'Último uso',
  milliseconds: 'Milisegundos',
  nextAttemptAt: 'Próximo intento',
  prefix: 'Inicio',
  statusCode: 'Código',
};
