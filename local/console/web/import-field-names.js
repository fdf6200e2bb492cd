/** Spanish names of the fields of imports. */
export const IMPORT_FIELDS = {
  created: 'Creados',
  done: 'Filas revisadas',
  dryRun: 'Solo revisar',
  errors: 'Errores',
  failed: 'Rechazadas',
  finishedAt: 'Terminó',
  importId: 'Importación',
  kind: 'Clase',
  resultUrl: 'Dirección del resultado',
  row: 'Fila',
  rows: 'Filas',
  unchanged: 'Sin cambios',
  updated: 'Cambiados',
  wouldCreate: 'Se crearían',
  wouldUpdate: 'Se cambiarían',
};
