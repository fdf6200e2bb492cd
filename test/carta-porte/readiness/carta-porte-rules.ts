import { type Rule, rule, textRules } from './rules';

const CP = 'invoice.cartaPorte';
const ORIGIN = `${CP}.origen`;
const DESTINATION = `${CP}.destino`;
const GOODS = `${CP}.mercancias[0]`;
const t3s2 = {
  [`${CP}.configVehicular`]: 'T3S2',
  [`${CP}.subtipoRemolque`]: 'CTR004',
  [`${CP}.placaRemolque`]: '98-UH-7T',
};
const withoutTrailer = { [`${CP}.subtipoRemolque`]: null, [`${CP}.placaRemolque`]: null };

const DISTANCES: readonly Rule[] = [
  rule('a distance below the least', { [`${CP}.totalDistRec`]: 0.0049 }, 'LOCAL RANGE cartaPorte.totalDistRec'),
  rule('the least distance', { [`${CP}.totalDistRec`]: 0.005 }),
  rule('the largest distance', { [`${CP}.totalDistRec`]: 99_999 }),
  rule('a distance beyond the largest', { [`${CP}.totalDistRec`]: 99_999.01 }, 'LOCAL RANGE cartaPorte.totalDistRec'),
  rule('the same distance twice', { [`${DESTINATION}.distancia`]: 790 }),
  rule('a distance that differs', { [`${DESTINATION}.distancia`]: 790.01 }, 'SAT CP126 cartaPorte.destino.distancia'),
  rule('a distance of 0', { [`${DESTINATION}.distancia`]: 0 }, 'SAT CP126 cartaPorte.destino.distancia'),
];

const LOCATIONS: readonly Rule[] = [
  rule('an origin that says it is one', { [`${ORIGIN}.tipoUbicacion`]: 'Origen' }),
  rule(
    'an origin that says it is none',
    { [`${ORIGIN}.tipoUbicacion`]: 'Destino' },
    'SAT CP130 cartaPorte.origen.tipoUbicacion',
  ),
  rule(
    'a destination that says it is none',
    { [`${DESTINATION}.tipoUbicacion`]: 'Origen' },
    'SAT CP130 cartaPorte.destino.tipoUbicacion',
  ),
  rule('a destination that says it is one', { [`${DESTINATION}.tipoUbicacion`]: 'Destino' }),
  rule('a sender without RFC', { [`${ORIGIN}.rfc`]: '' }, 'LOCAL REQUIRED cartaPorte.origen.rfc'),
  rule(
    'an addressee whose RFC is none',
    { [`${DESTINATION}.rfc`]: 'IIA040805DZ' },
    'LOCAL FORMAT cartaPorte.destino.rfc',
  ),
  ...textRules(
    'a sender',
    `${ORIGIN}.nombre`,
    1,
    254,
    'LOCAL FORMAT cartaPorte.origen.nombre',
    'LOCAL REQUIRED cartaPorte.origen.nombre',
  ),
  rule('an addressee without name', { [`${DESTINATION}.nombre`]: '' }, 'LOCAL REQUIRED cartaPorte.destino.nombre'),
  rule(
    'an arrival at the departure',
    { [`${DESTINATION}.fechaHora`]: '2026-03-03T06:00' },
    'LOCAL ORDER cartaPorte.destino.fechaHora',
  ),
  rule('an arrival a second later', { [`${DESTINATION}.fechaHora`]: '2026-03-03T06:00:01' }),
];

const addressRules = (
  name: string,
  other: { postcode: string; state: string; municipality: string },
): readonly Rule[] => {
  const path = `${CP}.${name}.domicilio`;
  const field = `cartaPorte.${name}.domicilio`;
  return [
    rule(
      `${name}: a country’s name for its key`,
      { [`${path}.pais`]: 'México' },
      `LOCAL FOREIGN_TRANSPORT ${field}.pais`,
    ),
    rule(`${name}: no state`, { [`${path}.estado`]: '' }, `LOCAL REQUIRED ${field}.estado`),
    rule(`${name}: a state’s name for its key`, { [`${path}.estado`]: 'Nuevo León' }, `SAT CP146 ${field}.estado`),
    rule(`${name}: a state of another country`, { [`${path}.estado`]: 'TX' }, `SAT CP146 ${field}.estado`),
    rule(`${name}: no postcode`, { [`${path}.codigoPostal`]: '' }, `LOCAL REQUIRED ${field}.codigoPostal`),
    rule(`${name}: a postcode that is none`, { [`${path}.codigoPostal`]: '18001' }, `SAT CP147 ${field}.codigoPostal`),
    rule(
      `${name}: a postcode of another state`,
      { [`${path}.codigoPostal`]: other.postcode },
      `SAT CP147 ${field}.codigoPostal`,
    ),
    rule(
      `${name}: another state than the postcode’s`,
      { [`${path}.estado`]: other.state },
      `SAT CP147 ${field}.codigoPostal`,
    ),
    rule(`${name}: the postcode’s municipality`, { [`${path}.municipio`]: '039' }),
    rule(
      `tax M11: ${name}: another municipality`,
      { [`${path}.municipio`]: other.municipality },
      `SAT CP147 ${field}.municipio`,
    ),
    rule(
      `${name}: a municipality’s name for its key`,
      { [`${path}.municipio`]: 'Monterrey' },
      `SAT CP145 ${field}.municipio`,
    ),
    rule(`${name}: a street of 100 characters`, { [`${path}.calle`]: 'x'.repeat(100) }),
    rule(`${name}: a street of 101 characters`, { [`${path}.calle`]: 'x'.repeat(101) }, `LOCAL FORMAT ${field}.calle`),
  ];
};

const CARGO: readonly Rule[] = [
  rule(
    'goods that are none',
    { [`${GOODS}.bienesTransp`]: '30102399' },
    'LOCAL NOT_IN_CATALOGUE cartaPorte.mercancias[0].bienesTransp',
  ),
  rule(
    'goods without key',
    { [`${GOODS}.bienesTransp`]: '' },
    'LOCAL NOT_IN_CATALOGUE cartaPorte.mercancias[0].bienesTransp',
  ),
  ...textRules(
    'goods',
    `${GOODS}.descripcion`,
    1,
    1000,
    'LOCAL FORMAT cartaPorte.mercancias[0].descripcion',
    'LOCAL REQUIRED cartaPorte.mercancias[0].descripcion',
  ),
  rule('none of the goods', { [`${GOODS}.cantidad`]: 0 }, 'LOCAL RANGE cartaPorte.mercancias[0].cantidad'),
  rule('less than none', { [`${GOODS}.cantidad`]: -1 }, 'LOCAL RANGE cartaPorte.mercancias[0].cantidad'),
  rule('hardly any of the goods', { [`${GOODS}.cantidad`]: 0.000001 }),
  rule(
    'too little of the goods to write',
    { [`${GOODS}.cantidad`]: 1e-7 },
    'LOCAL RANGE cartaPorte.mercancias[0].cantidad',
  ),
  rule(
    'goods in a unit that is none',
    { [`${GOODS}.claveUnidad`]: 'KILO' },
    'LOCAL NOT_IN_CATALOGUE cartaPorte.mercancias[0].claveUnidad',
  ),
  rule('goods of half a gram', { [`${GOODS}.pesoKg`]: 0.0005 }),
  rule('goods of less', { [`${GOODS}.pesoKg`]: 0.000499 }, 'LOCAL RANGE cartaPorte.mercancias[0].pesoKg'),
];

const TRANSPORT: readonly Rule[] = [
  rule('no permit', { [`${CP}.permSCT`]: null }, 'LOCAL REQUIRED cartaPorte.permSCT'),
  rule('a permit that is none', { [`${CP}.permSCT`]: 'TPAF99' }, 'LOCAL NOT_IN_CATALOGUE cartaPorte.permSCT'),
  rule('a permit to fly', { [`${CP}.permSCT`]: 'TPTA01' }, 'LOCAL NOT_IN_CATALOGUE cartaPorte.permSCT'),
  ...textRules(
    'a permit’s number',
    `${CP}.numPermisoSCT`,
    1,
    50,
    'LOCAL FORMAT cartaPorte.numPermisoSCT',
    'LOCAL REQUIRED cartaPorte.numPermisoSCT',
  ),
  rule('no permit’s number', { [`${CP}.numPermisoSCT`]: null }, 'LOCAL REQUIRED cartaPorte.numPermisoSCT'),
  ...textRules(
    'an insurer',
    `${CP}.aseguradora`,
    3,
    50,
    'LOCAL FORMAT cartaPorte.aseguradora',
    'LOCAL REQUIRED cartaPorte.aseguradora',
  ),
  rule('no insurer', { [`${CP}.aseguradora`]: null }, 'LOCAL REQUIRED cartaPorte.aseguradora'),
  rule('no gross weight', { [`${CP}.pesoBrutoVehicular`]: null }, 'LOCAL REQUIRED cartaPorte.pesoBrutoVehicular'),
  rule('kilograms for tonnes', { [`${CP}.pesoBrutoVehicular`]: 17_500 }, 'LOCAL RANGE cartaPorte.pesoBrutoVehicular'),
  rule('0 tonnes', { [`${CP}.pesoBrutoVehicular`]: 0.0049 }, 'LOCAL RANGE cartaPorte.pesoBrutoVehicular'),
  rule('the least tonnes', { [`${CP}.pesoBrutoVehicular`]: 0.005 }),
  rule('the most tonnes', { [`${CP}.pesoBrutoVehicular`]: 150.004 }),
  rule('more tonnes than that', { [`${CP}.pesoBrutoVehicular`]: 150.005 }, 'LOCAL RANGE cartaPorte.pesoBrutoVehicular'),
  rule('no vehicle', { vehicle: undefined }, 'LOCAL REQUIRED vehicle'),
  rule('a plate of 4', { 'vehicle.plate': 'AB-1-2' }, 'LOCAL FORMAT vehicle.plate'),
  rule('a plate of 5', { 'vehicle.plate': 'ab-1 23' }),
  rule('a plate of 7', { 'vehicle.plate': 'ABC-12-34' }),
  rule('a plate of 8', { 'vehicle.plate': 'ABC-12-345' }, 'LOCAL FORMAT vehicle.plate'),
  rule('a plate with other signs', { 'vehicle.plate': 'AB.123' }, 'LOCAL FORMAT vehicle.plate'),
  rule('no model year', { 'vehicle.year': undefined }, 'LOCAL REQUIRED vehicle.year'),
  rule('the first model year', { 'vehicle.year': 1900 }),
  rule('the last model year', { 'vehicle.year': 2099 }),
  rule('a model year of five digits', { 'vehicle.year': 19_990 }, 'LOCAL RANGE vehicle.year'),
  rule('five digits that end in a model year', { 'vehicle.year': 11_999 }, 'LOCAL RANGE vehicle.year'),
  rule('a model year beyond', { 'vehicle.year': 2100 }, 'LOCAL RANGE vehicle.year'),
  ...textRules(
    'a policy',
    'vehicle.insuranceNumber',
    3,
    30,
    'LOCAL FORMAT vehicle.insuranceNumber',
    'LOCAL REQUIRED vehicle.insuranceNumber',
  ),
  rule('no policy', { 'vehicle.insuranceNumber': undefined }, 'LOCAL REQUIRED vehicle.insuranceNumber'),
];

const TRAILERS: readonly Rule[] = [
  rule('no configuration', { [`${CP}.configVehicular`]: null }, 'LOCAL REQUIRED cartaPorte.configVehicular'),
  rule(
    'a configuration that is none',
    { [`${CP}.configVehicular`]: 'C4' },
    'LOCAL NOT_IN_CATALOGUE cartaPorte.configVehicular',
  ),
  rule('a T3S2 with trailer', t3s2),
  rule(
    'a T3S2 without trailer',
    { ...t3s2, ...withoutTrailer },
    'SAT CP184 cartaPorte.subtipoRemolque',
    'SAT CP184 cartaPorte.placaRemolque',
  ),
  rule(
    'a C2R2 without plate',
    { ...t3s2, [`${CP}.configVehicular`]: 'C2R2', [`${CP}.placaRemolque`]: '' },
    'SAT CP184 cartaPorte.placaRemolque',
  ),
  rule(
    'a trailer that is none',
    { ...t3s2, [`${CP}.subtipoRemolque`]: 'CTR030' },
    'LOCAL NOT_IN_CATALOGUE cartaPorte.subtipoRemolque',
  ),
  rule(
    'a trailer’s plate that is none',
    { ...t3s2, [`${CP}.placaRemolque`]: '98' },
    'LOCAL FORMAT cartaPorte.placaRemolque',
  ),
  rule(
    'a C2 with trailer',
    { ...t3s2, [`${CP}.configVehicular`]: 'C2' },
    'SAT CP184 cartaPorte.subtipoRemolque',
    'SAT CP184 cartaPorte.placaRemolque',
  ),
  rule(
    'an OTROSG with a plate',
    { [`${CP}.configVehicular`]: 'OTROSG', [`${CP}.placaRemolque`]: '98UH7T' },
    'SAT CP184 cartaPorte.placaRemolque',
  ),
  rule('a VL without trailer', { ...withoutTrailer, [`${CP}.configVehicular`]: 'VL' }),
  rule('a VL with trailer', { ...t3s2, [`${CP}.configVehicular`]: 'VL' }),
  rule(
    'an OTROEVGP with half a trailer',
    { [`${CP}.configVehicular`]: 'OTROEVGP', [`${CP}.placaRemolque`]: '98UH7T' },
    'SAT CP184 cartaPorte.subtipoRemolque',
  ),
];

const WITHOUT: readonly Rule[] = [
  rule('no complement, driver and vehicle', { [CP]: undefined, driver: undefined, vehicle: undefined }),
];

export const CARTA_PORTE_RULES: readonly Rule[] = [
  ...DISTANCES,
  ...LOCATIONS,
  ...addressRules('origen', { postcode: '44100', state: 'JAL', municipality: '026' }),
  ...addressRules('destino', { postcode: '64000', state: 'NLE', municipality: '120' }),
  ...CARGO,
  ...TRANSPORT,
  ...TRAILERS,
  ...WITHOUT,
];
