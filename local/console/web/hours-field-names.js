/** Spanish for the fields of a driver’s working time and of its policy. */
export const HOURS_FIELDS_IN_SPANISH = {
  byType: 'Tipo de autor',
  continuousMinutes: 'Minutos de conducción continua',
  corrections: 'Correcciones',
  drivenMinutes: 'Minutos de conducción',
  hours: 'Horas de trabajo',
  hoursDays: 'Días que se guardan las horas de trabajo',
  intervals: 'Intervalos',
  isReported: 'Reportado',
  minutes: 'Minutos',
  nextPauseAt: 'Pausa a más tardar',
  pauseMinutes: 'Minutos detenido que son pausa',
  recordedSums: 'Sumas registradas',
  restBy: 'Descanso a más tardar',
  rule: 'Regla',
  sums: 'Sumas',
  warnings: 'Avisos',
};
