import type { Text } from '../platform/values/text';
import type { ItemError } from './fact';

/** The message of each error of an item. That of VALIDATION_FAILED is the one of the field. */
export const ITEM_TEXTS: Readonly<Record<ItemError, Text>> = {
  VALIDATION_FAILED: {
    en: 'The item is not valid. Correct the field.',
    es: 'El elemento no es válido. Corrija el campo.',
  },
  UNKNOWN_KIND: {
    en: 'There is no such kind of item. Update the app.',
    es: 'No existe ese tipo de elemento. Actualice la aplicación.',
  },
  NOT_FOUND: { en: 'The trip does not exist.', es: 'El viaje no existe.' },
  NOT_YOUR_TRIP: {
    en: 'The trip was not yours at that time. Ask your dispatcher.',
    es: 'El viaje no era suyo en ese momento. Pregunte a su despachador.',
  },
  TRIP_NOT_STARTED: {
    en: 'The trip has not begun yet. Keep the item and send it again after the start.',
    es: 'El viaje aún no inicia. Conserve el elemento y vuelva a enviarlo después del inicio.',
  },
  TRIP_NOT_READY: {
    en: 'Driver or vehicle are on another trip or not DISPONIBLE. Keep the item and send it again after the end of that trip.',
    es: 'El operador o la unidad está en otro viaje o no está DISPONIBLE. Conserve el elemento y vuelva a enviarlo al terminar ese viaje.',
  },
  PROOF_MISSING: {
    en: 'A proof of delivery is missing. Keep the item and send it again after the proof.',
    es: 'Falta una prueba de entrega. Conserve el elemento y vuelva a enviarlo después de la prueba.',
  },
  TRIP_CANCELLED: {
    en: 'The trip was cancelled. Ask your dispatcher.',
    es: 'El viaje se canceló. Pregunte a su despachador.',
  },
  TRIP_ENDED: {
    en: 'The trip had ended when the position was recorded. Stop sending positions of it.',
    es: 'El viaje ya había terminado cuando se registró la posición. Deje de enviar posiciones de él.',
  },
  STOP_UNKNOWN: {
    en: 'The trip has no such stop: the office removed it, or it is of another trip. Tell your dispatcher what you did there, and read the trip again.',
    es: 'El viaje no tiene esa parada: la oficina la quitó o es de otro viaje. Avise a su despachador lo que hizo ahí y vuelva a consultar el viaje.',
  },
  TOO_MANY_PROOFS: {
    en: 'The stop or the trip has 20 proofs. Tell your dispatcher.',
    es: 'La parada o el viaje ya tiene 20 pruebas. Avise a su despachador.',
  },
  ID_REUSED: {
    en: 'Another item has this id. The first one stays.',
    es: 'Otro elemento tiene este id. Se conserva el primero.',
  },
  TOO_OLD: {
    en: 'The item was recorded more than 7 days ago. Tell your dispatcher.',
    es: 'El elemento se registró hace más de 7 días. Avise a su despachador.',
  },
  SEND_AGAIN: {
    en: 'The service did not reach this item. Keep it and send it again.',
    es: 'El servicio no alcanzó a procesar este elemento. Consérvelo y vuelva a enviarlo.',
  },
};
