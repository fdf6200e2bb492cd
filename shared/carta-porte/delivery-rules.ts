import type { Mercancia } from '../invoices/carta-porte';
import { type Finding, local, sat } from './findings';
import { quantity, sumOfQuantities } from './measures';

/** The rules for the part of the goods that each destination gets (CantidadTransporta). */
export function* deliveryFindings(
  path: string,
  { cantidad, entregas = [] }: Mercancia,
  destinations: number,
): Generator<Finding> {
  const field = `${path}.entregas`;
  if (destinations > 1 && entregas.length === 0)
    yield sat('CP179', field, {
      en: 'There are several destinations. Send the quantity that each of them gets.',
      es: 'Hay varios destinos. Envíe la cantidad que recibe cada uno.',
    });
  if (entregas.length === 0) return;
  for (const [index, delivery] of entregas.entries()) {
    if (delivery.destino > destinations)
      yield sat('CP178', `${field}[${index}].destino`, {
        en: `There is no destination ${delivery.destino}. Send a number from 1 to ${destinations}.`,
        es: `El destino ${delivery.destino} no existe. Envíe un número del 1 al ${destinations}.`,
      });
    if (quantity(delivery.cantidad) <= 0)
      yield local('RANGE', `${field}[${index}].cantidad`, {
        en: 'Send a quantity of more than 0.',
        es: 'Envíe una cantidad mayor que 0.',
      });
  }
  const sum = sumOfQuantities(entregas);
  if (sum !== quantity(cantidad))
    yield local('DELIVERIES', field, {
      en: `The deliveries add up to ${sum}, but the quantity of the goods is ${cantidad}. Correct one of them.`,
      es: `Las entregas suman ${sum}, pero la cantidad de la mercancía es ${cantidad}. Corrija una de las dos.`,
    });
}
