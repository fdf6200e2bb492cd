import type { CartaPorte, Figura } from '../invoices/carta-porte';
import { cleanRfc, FOREIGN_RFC, isGenericRfc, isNaturalPerson, isRfc } from '../platform/values/rfc';
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
    yield sat('CP193', 'driver', 'Assign a driver to the trip of this invoice: the Carta Porte needs one.');
  else if (!hasOperator)
    yield sat(
      'CP194',
      'cartaPorte.figuras',
      'None of the figures is an operator. Assign a driver to the trip of this invoice.',
    );
  for (const [index, figure] of figuras.entries())
    yield* otherFigureFindings(`cartaPorte.figuras[${index}]`, figure, catalogues);
}

function* driverFindings({ name, rfc, licenseNumber }: FreightDriver): Generator<Finding> {
  yield* textFindings('driver.name', name, 'the name of the driver', 1, 254);
  yield* operatorRfcFindings('driver.rfc', rfc, 'the driver');
  yield* licenceFindings('driver.licenseNumber', licenseNumber, 'the federal licence of the driver');
}

/** An operator is a natural person with an RFC of his own. */
function* operatorRfcFindings(field: string, rfc: string | null | undefined, whose: string): Generator<Finding> {
  if (isBlank(rfc)) yield sat('CP195', field, `Fill in the RFC of ${whose}.`);
  else if (cleanRfc(rfc) === FOREIGN_RFC) yield foreignFigure(field);
  else if (!isRfc(rfc) || !isNaturalPerson(rfc) || isGenericRfc(rfc))
    yield sat(
      'CP195',
      field,
      `Send the RFC of ${whose}, a natural person: 13 characters, from the tax status certificate, and not the generic one.`,
    );
}

const foreignFigure = (field: string): Finding =>
  sat(
    'CP197',
    field,
    'A foreign figure needs a country and a tax id, which this service does not support. Create this Carta Porte at the provider.',
  );

function* licenceFindings(field: string, licence: string | null | undefined, what: string): Generator<Finding> {
  for (const { message } of textFindings(field, licence, what, 6, 16)) yield sat('CP196', field, message);
}

function* otherFigureFindings(path: string, figure: Figura, catalogues: Catalogues): Generator<Finding> {
  const { tipo, nombre, rfc, licencia, domicilio } = figure;
  if (tipo === NOTIFIED) {
    yield local(
      'NOTIFIED_FIGURE',
      `${path}.tipo`,
      'The figure 04 (notified) is for transport by sea. Remove it, or choose 01, 02, 03 or 05.',
    );
    return;
  }
  yield* textFindings(`${path}.nombre`, nombre, 'the name of the figure', 1, 254);
  if (tipo === OPERATOR) {
    yield* operatorRfcFindings(`${path}.rfc`, rfc, 'the operator');
    yield* licenceFindings(`${path}.licencia`, licencia, 'the federal licence of the operator');
  } else {
    if (cleanRfc(rfc) === FOREIGN_RFC) yield foreignFigure(`${path}.rfc`);
    else yield* rfcFindings(`${path}.rfc`, rfc, 'the figure');
    if (!isBlank(licencia)) yield sat('CP196', `${path}.licencia`, 'Only an operator (01) has a licence. Clear it.');
  }
  yield* partFindings(path, figure, catalogues);
  if (domicilio !== undefined) yield* addressFindings(`${path}.domicilio`, domicilio, catalogues, FIGURE_CODES);
}

/** Owner and lessor name the parts of the transport that are theirs; the others name none. */
function* partFindings(path: string, { tipo, partes = [] }: Figura, catalogues: Catalogues): Generator<Finding> {
  if (!OWNERS.includes(tipo)) {
    if (partes.length > 0)
      yield sat(
        'CP199',
        `${path}.partes`,
        'Only an owner (02) or a lessor (03) has parts of the transport. Clear them.',
      );
    return;
  }
  if (partes.length === 0)
    yield sat('CP199', `${path}.partes`, 'Name at least one part of the transport that is theirs, such as PT05.');
  for (const [index, part] of partes.entries()) {
    if (!catalogues.isTransportPart(part))
      yield sat(
        'CP199',
        `${path}.partes[${index}]`,
        'Choose a part of the catalogue c_ParteTransporte, such as PT05 (semitrailer).',
      );
  }
}

/** Warnings: RFCs whose check digit does not fit. */
export function* figureWarnings({ figuras = [] }: CartaPorte, driver: FreightDriver | undefined): Generator<Finding> {
  yield* checkDigitWarnings('driver.rfc', driver?.rfc);
  for (const [index, { rfc }] of figuras.entries()) yield* checkDigitWarnings(`cartaPorte.figuras[${index}].rfc`, rfc);
}
