import { daysBetween } from '../platform/values/calendar';
import { type Finding, local } from './findings';

/** The SAT changes the catalogues several times a year. */
const OLDEST_DAYS = 120;

/** Warns when a key may have been added or ended since the source of the catalogues. Both days are YYYY-MM-DD. */
export function* catalogueWarnings(source: string, today: string): Generator<Finding> {
  if (daysBetween(source, today) > OLDEST_DAYS)
    yield local('CATALOGUES_OLD', 'catalogues', {
      en: `The SAT’s catalogues in this service are of ${source}. Check new keys at the SAT, and ask the operator of this service to renew the catalogues.`,
      es: `Los catálogos del SAT de este servicio son del ${source}. Consulte las claves nuevas en el SAT y pida al operador de este servicio que renueve los catálogos.`,
    });
}
