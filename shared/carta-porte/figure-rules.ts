import type { CartaPorte, Figura } from '../invoices/carta-porte';
import { cleanRfc, FOREIGN_RFC, isGenericRfc, isNaturalPerson, isRfc } from '../platform/values/rfc';
import type { Text } from '../platform/values/text';
import { addressFindings, FIGURE_CODES } from './address-rules';
import type { Catalogues } from './catalogues';
import { type Finding, local, sat } from './findings';
import type { FreightDriver } from './readiness-input';
import { checkDigitWarnings, isBlank, rfcFindings, textFindings } from './texts';

const OPERATOR = '01';
const OWNERS: readonly string[] = ['02', '03'];
const NOTIFIED = '04';

/** The rules for the figures of the transport (FiguraTransporte): the trip's driver and the others. */
export function* figureFindings(
  { figuras = [] }: CartaPorte,
  driver: FreightDriver | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  const hasOperator = figuras.some(({ tipo }) => tipo === OPERATOR);
  if (driver !== undefined) yield* driverFindings(driver);
  else if (figuras.length === 0)
    yield sat('CP193', 'driver', {
      en: 'Assign a driver to the trip of this invoice: the Carta Porte needs one.',
      es: 'Asigne un operador al viaje de esta factura: la Carta Porte lo requiere.',
    });
  else if (!hasOperator)
    yield sat('CP194', 'cartaPorte.figuras', {
      en: 'None of the figures is an operator. Assign a driver to the trip of this invoice.',
      es: 'Ninguna de las figuras es operador. Asigne un operador al viaje de esta factura.',
    });
  for (const [index, figure] of figuras.entries())
    yield* otherFigureFindings(`cartaPorte.figuras[${index}]`, figure, catalogues);
}

function* driverFindings({ name, rfc, licenseNumber }: FreightDriver): Generator<Finding> {
  yield* textFindings('driver.name', name, { en: 'the name of the driver', es: 'el nombre del operador' }, 1, 254);
  yield* operatorRfcFindings('driver.rfc', rfc, { en: 'the driver', es: 'del operador' });
  yield* licenceFindings('driver.licenseNumber', licenseNumber, {
    en: 'the federal licence of the driver',
    es: 'la licencia federal del operador',
  });
}

/** An operator is a natural person with an RFC of his own. */
function* operatorRfcFindings(field: string, rfc: string | null | undefined, whose: Text): Generator<Finding> {
  if (isBlank(rfc))
    yield sat('CP195', field, { en: `Fill in the RFC of ${whose.en}.`, es: `Falta el RFC ${whose.es}.` });
  else if (cleanRfc(rfc) === FOREIGN_RFC) yield foreignFigure(field);
  else if (!isRfc(rfc) || !isNaturalPerson(rfc) || isGenericRfc(rfc))
    yield sat('CP195', field, {
      en: `Send the RFC of ${whose.en}, a natural person: 13 characters, from the tax status certificate, and not the generic one.`,
      es: `Envíe el RFC ${whose.es}, persona física: 13 caracteres, como en la Constancia de Situación Fiscal, y no el genérico.`,
    });
}

const foreignFigure = (field: string): Finding =>
  sat('CP197', field, {
    en: 'A foreign figure needs a country and a tax id, which this service does not support. Create this Carta Porte at the provider.',
    es: 'Una figura extranjera requiere país y registro tributario, que este servicio no admite. Genere esta Carta Porte con el proveedor.',
  });

function* licenceFindings(field: string, licence: string | null | undefined, what: Text): Generator<Finding> {
  for (const { message } of textFindings(field, licence, what, 6, 16)) yield sat('CP196', field, message);
}

function* otherFigureFindings(path: string, figure: Figura, catalogues: Catalogues): Generator<Finding> {
  const { tipo, nombre, rfc, licencia, domicilio } = figure;
  if (tipo === NOTIFIED) {
    yield local('NOTIFIED_FIGURE', `${path}.tipo`, {
      en: 'The figure 04 (notified) is for transport by sea. Remove it, or choose 01, 02, 03 or 05.',
      es: 'La figura 04 (notificado) es para transporte marítimo. Quítela o elija 01, 02, 03 o 05.',
    });
    return;
  }
  yield* textFindings(`${path}.nombre`, nombre, { en: 'the name of the figure', es: 'el nombre de la figura' }, 1, 254);
  if (tipo === OPERATOR) {
    yield* operatorRfcFindings(`${path}.rfc`, rfc, { en: 'the operator', es: 'del operador' });
    yield* licenceFindings(`${path}.licencia`, licencia, {
      en: 'the federal licence of the operator',
      es: 'la licencia federal del operador',
    });
  } else {
    if (cleanRfc(rfc) === FOREIGN_RFC) yield foreignFigure(`${path}.rfc`);
    else yield* rfcFindings(`${path}.rfc`, rfc, { en: 'the figure', es: 'de la figura' });
    if (!isBlank(licencia))
      yield sat('CP196', `${path}.licencia`, {
        en: 'Only an operator (01) has a licence. Clear it.',
        es: 'Solo un operador (01) lleva licencia. Vacíe este campo.',
      });
  }
  yield* partFindings(path, figure, catalogues);
  if (domicilio !== undefined) yield* addressFindings(`${path}.domicilio`, domicilio, catalogues, FIGURE_CODES);
}

/** Owner and lessor name the parts of the transport that are theirs; the others name none. */
function* partFindings(path: string, { tipo, partes = [] }: Figura, catalogues: Catalogues): Generator<Finding> {
  if (!OWNERS.includes(tipo)) {
    if (partes.length > 0)
      yield sat('CP199', `${path}.partes`, {
        en: 'Only an owner (02) or a lessor (03) has parts of the transport. Clear them.',
        es: 'Solo un propietario (02) o un arrendador (03) lleva partes del transporte. Vacíe este campo.',
      });
    return;
  }
  if (partes.length === 0)
    yield sat('CP199', `${path}.partes`, {
      en: 'Name at least one part of the transport that is theirs, such as PT05.',
      es: 'Indique al menos una parte del transporte que sea suya, por ejemplo PT05.',
    });
  for (const [index, part] of partes.entries()) {
    if (!catalogues.isTransportPart(part))
      yield sat('CP199', `${path}.partes[${index}]`, {
        en: 'Choose a part of the catalogue c_ParteTransporte, such as PT05 (semitrailer).',
        es: 'Elija una parte del catálogo c_ParteTransporte, por ejemplo PT05 (semirremolque).',
      });
  }
}

/** Warnings: RFCs whose check digit does not fit. */
export function* figureWarnings({ figuras = [] }: CartaPorte, driver: FreightDriver | undefined): Generator<Finding> {
  yield* checkDigitWarnings('driver.rfc', driver?.rfc);
  for (const [index, { rfc }] of figuras.entries()) yield* checkDigitWarnings(`cartaPorte.figuras[${index}].rfc`, rfc);
}
