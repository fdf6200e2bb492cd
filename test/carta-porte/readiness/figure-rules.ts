import { type Rule, rule, textRules } from './rules';

const CP = 'invoice.cartaPorte';
const FIGURES = `${CP}.figuras`;
const figures = (...list: object[]) => ({ [FIGURES]: list });
const operator = { tipo: '01', nombre: 'Ana Ruiz', rfc: 'CACX7605101P8', licencia: 'LFD7654321' };
const owner = { tipo: '02', nombre: 'Arrendadora del Norte', rfc: 'URE180429TM6', partes: ['PT05'] };
const lessor = { ...owner, tipo: '03' };
const address = { calle: null, codigoPostal: '64000', colonia: null, estado: 'NLE', municipio: null, pais: 'MEX' };

const DRIVER: readonly Rule[] = [
  rule('tax M11: no driver', { driver: undefined }, 'SAT CP193 driver'),
  ...textRules('tax M10: a driver', 'driver.name', 1, 254, 'LOCAL FORMAT driver.name', 'LOCAL REQUIRED driver.name'),
  rule('tax M10: a driver without RFC', { 'driver.rfc': null }, 'SAT CP195 driver.rfc'),
  rule('tax M10: a driver whose RFC has another form', { 'driver.rfc': 'CACX7605101P' }, 'SAT CP195 driver.rfc'),
  rule('tax M10: a driver with the generic RFC', { 'driver.rfc': 'XAXX010101000' }, 'SAT CP195 driver.rfc'),
  rule('tax M10: a driver with a company’s RFC', { 'driver.rfc': 'URE180429TM6' }, 'SAT CP195 driver.rfc'),
  rule('tax M10: a foreign driver', { 'driver.rfc': 'XEXX010101000' }, 'SAT CP197 driver.rfc'),
  ...textRules('tax M10: a licence', 'driver.licenseNumber', 6, 16, 'SAT CP196 driver.licenseNumber'),
  rule('tax M10: no licence', { 'driver.licenseNumber': null }, 'SAT CP196 driver.licenseNumber'),
];

const FIGURE = 'cartaPorte.figuras[0]';

const OTHERS: readonly Rule[] = [
  rule('tax 7.7: a second operator', figures(operator)),
  rule(
    'tax 7.7: an owner, a lessor and a member of a group',
    figures(owner, lessor, { ...owner, tipo: '05', partes: [] }),
  ),
  rule('tax 7.7: an operator in the list takes the place of the trip’s driver', {
    driver: undefined,
    ...figures(operator),
  }),
  rule('tax M11: figures without operator', { driver: undefined, ...figures(owner) }, 'SAT CP194 cartaPorte.figuras'),
  rule('tax 7.7: a notified figure', figures({ ...operator, tipo: '04' }), `LOCAL NOTIFIED_FIGURE ${FIGURE}.tipo`),
  rule('tax 7.7: a foreign owner', figures({ ...owner, rfc: 'XEXX010101000' }), `SAT CP197 ${FIGURE}.rfc`),
  rule('tax 7.7: a foreign operator', figures({ ...operator, rfc: 'XEXX010101000' }), `SAT CP197 ${FIGURE}.rfc`),
  rule(
    'tax 7.7: an operator with a company’s RFC',
    figures({ ...operator, rfc: 'URE180429TM6' }),
    `SAT CP195 ${FIGURE}.rfc`,
  ),
  rule(
    'tax 7.7: an operator without licence',
    figures({ ...operator, licencia: undefined }),
    `SAT CP196 ${FIGURE}.licencia`,
  ),
  rule(
    'tax 7.7: an owner with a licence',
    figures({ ...owner, licencia: 'LFD7654321' }),
    `SAT CP196 ${FIGURE}.licencia`,
  ),
  rule('tax 7.7: an owner without RFC', figures({ ...owner, rfc: '' }), `LOCAL REQUIRED ${FIGURE}.rfc`),
  rule('tax 7.7: an owner without name', figures({ ...owner, nombre: ' ' }), `LOCAL REQUIRED ${FIGURE}.nombre`),
  rule('tax 7.7: parts of an operator', figures({ ...operator, partes: ['PT05'] }), `SAT CP199 ${FIGURE}.partes`),
  rule('tax 7.7: parts of a member of a group', figures({ ...owner, tipo: '05' }), `SAT CP199 ${FIGURE}.partes`),
  rule('tax 7.7: an owner without parts', figures({ ...owner, partes: undefined }), `SAT CP199 ${FIGURE}.partes`),
  rule('tax 7.7: a lessor without parts', figures({ ...lessor, partes: [] }), `SAT CP199 ${FIGURE}.partes`),
  rule(
    'tax 7.7: a part that is none',
    figures({ ...owner, partes: ['PT05', 'PT99'] }),
    `SAT CP199 ${FIGURE}.partes[1]`,
  ),
  rule('tax 7.7: an owner with address', figures({ ...owner, domicilio: address })),
  rule(
    'tax 7.7: an owner’s state that is none',
    figures({ ...owner, domicilio: { ...address, estado: 'DIF' } }),
    `SAT CP200 ${FIGURE}.domicilio.estado`,
  ),
  rule(
    'tax 7.7: an owner’s postcode of another state',
    figures({ ...owner, domicilio: { ...address, codigoPostal: '44100' } }),
    `LOCAL NOT_IN_CATALOGUE ${FIGURE}.domicilio.codigoPostal`,
  ),
];

const OWNER: readonly Rule[] = [
  rule(
    'tax 7.8: a leased vehicle without owner',
    { 'vehicle.ownership': 'ARRENDADO' },
    'LOCAL REQUIRED vehicle.ownerName',
  ),
  rule('tax 7.8: a leased vehicle whose lessor is a figure', { 'vehicle.ownership': 'ARRENDADO', ...figures(lessor) }),
  rule('tax 7.8: an owner in the vehicle’s record', { 'vehicle.ownerName': 'Ana', 'vehicle.ownerRfc': 'URE180429TM6' }),
  rule(
    'tax 7.8: an owner without RFC in the vehicle’s record',
    { 'vehicle.ownerName': 'Ana' },
    'LOCAL REQUIRED vehicle.ownerRfc',
  ),
  rule(
    'tax 7.8: an owner without name in the vehicle’s record',
    { 'vehicle.ownerRfc': 'URE180429TM6' },
    'LOCAL REQUIRED vehicle.ownerName',
  ),
  rule(
    'tax 7.8: a value of the vehicle’s record that is none',
    { [`${CP}.permSCT`]: null, 'vehicle.permSCT': 'TPAF99' },
    'LOCAL NOT_IN_CATALOGUE vehicle.permSCT',
  ),
  rule('tax 7.8: a value of the vehicle’s record', { [`${CP}.permSCT`]: null, 'vehicle.permSCT': 'TPAF01' }),
];

export const FIGURE_RULES: readonly Rule[] = [...DRIVER, ...OTHERS, ...OWNER];
