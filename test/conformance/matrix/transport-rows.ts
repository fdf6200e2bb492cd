import { notChecked, type Row, refused, warned } from './row';

const CP = 'body.cartaPorte';
const GOODS = `${CP}.mercancias[0]`;
const FROM = `${CP}.origen`;
const TO = `${CP}.destino`;
const FIELD = 'cartaPorte.mercancias[0]';

const place = (hour: number, distancia: number) => ({
  rfc: 'IIA040805DZ4',
  nombre: 'Almacenes',
  fechaHora: `2026-03-0${hour < 24 ? 3 : 4}T${String(hour % 24).padStart(2, '0')}:00:00`,
  distancia,
  domicilio: { codigoPostal: '44100', estado: 'JAL' },
});

/** Three destinations with legs of 300, 190 and 300 km, and deliveries of 4 of the 12 units to each. */
const THREE = {
  [`${TO}.distancia`]: 300,
  [`${CP}.destinos`]: [place(21, 190), place(26, 300)],
  [`${GOODS}.entregas`]: [1, 2, 3].map((destino) => ({ destino, cantidad: 4 })),
};

const INSURED = { [`${CP}.aseguraMedAmbiente`]: 'Atlas', [`${CP}.polizaMedAmbiente`]: 'MA-88123' };
const DIESEL = {
  ...INSURED,
  [`${CP}.permSCT`]: 'TPAF03',
  [`${GOODS}.bienesTransp`]: '15101505',
  [`${GOODS}.materialPeligroso`]: 'Sí',
  [`${GOODS}.cveMaterialPeligroso`]: '1202',
  [`${GOODS}.embalaje`]: '1A1',
};
const TRACTOR = {
  [`${CP}.configVehicular`]: 'T3S2',
  [`${CP}.subtipoRemolque`]: 'CTR004',
  [`${CP}.placaRemolque`]: '98-UH-7T',
};
const trailer = (placa: string) => ({ subtipoRemolque: 'CTR004', placa });
const OWNER = { tipo: '02', nombre: 'ARRENDADORA', rfc: 'IIA040805DZ4', partes: ['PT05'] };
const figure = (changes: object) => ({ [`${CP}.figuras`]: [{ ...OWNER, ...changes }] });

const ADDRESSES: readonly Row[] = [
  warned(
    'CP143 colonia 9999',
    { [`${FROM}.domicilio.colonia`]: '9999' },
    'COLONIA_NOT_SENT cartaPorte.origen.domicilio.colonia',
  ),
  refused(
    'CP144 localidad of another state',
    { [`${FROM}.domicilio.localidad`]: '99' },
    'CP144 cartaPorte.origen.domicilio.localidad',
  ),
  refused(
    'CP145 municipio 999',
    { [`${FROM}.domicilio.municipio`]: '999' },
    'CP145 cartaPorte.origen.domicilio.municipio',
  ),
  refused(
    'CP145 municipio Monterrey',
    { [`${FROM}.domicilio.municipio`]: 'Monterrey' },
    'CP145 cartaPorte.origen.domicilio.municipio',
  ),
  refused(
    'CP147 municipio 019 with CP 64000',
    { [`${FROM}.domicilio.municipio`]: '019' },
    'CP147 cartaPorte.origen.domicilio.municipio',
  ),
  refused(
    'CP146 estado Nuevo León',
    { [`${FROM}.domicilio.estado`]: 'Nuevo León' },
    'CP146 cartaPorte.origen.domicilio.estado',
  ),
  refused('CP146 estado DIF', { [`${FROM}.domicilio.estado`]: 'DIF' }, 'CP146 cartaPorte.origen.domicilio.estado'),
  refused('CP146 estado nle', { [`${FROM}.domicilio.estado`]: 'nle' }, 'CP146 cartaPorte.origen.domicilio.estado'),
  refused(
    'CP147 postcode of another state',
    { [`${FROM}.domicilio.codigoPostal`]: '44100' },
    'CP147 cartaPorte.origen.domicilio.codigoPostal',
  ),
  refused(
    'CP147 postcode 19999',
    { [`${FROM}.domicilio.codigoPostal`]: '19999' },
    'CP147 cartaPorte.origen.domicilio.codigoPostal',
  ),
];

const SERVICES: readonly Row[] = [
  ...[
    ['CP109 key 43211500', '43211500'],
    ['CP109 key 84111506', '84111506'],
    ['CP109 rental 78101805', '78101805'],
    ['CP110 key 78101900', '78101900'],
  ].map(([name = '', key = '']) =>
    refused(name, { 'body.items[0].productKey': key }, `${name.slice(0, 5)} items[0].productKey`),
  ),
  refused(
    'CP109 second item 78121602',
    { 'body.items[1]': { description: 'Maniobras', productKey: '78121602', price: 100 } },
    'CP109 items[1].productKey',
  ),
  warned('OTHER_MODE key 78101500', { 'body.items[0].productKey': '78101500' }, 'OTHER_MODE items[0].productKey'),
];

const ROUTE: readonly Row[] = [
  refused('CP116 regimenesAduaneros', { [`${CP}.regimenesAduaneros`]: ['IMD'] }, '400 cartaPorte.regimenesAduaneros'),
  refused('CP119 transpInternac Sí', { [`${CP}.transpInternac`]: 'Sí' }, '400 cartaPorte.transpInternac'),
  refused('CP120 entradaSalidaMerc', { [`${CP}.entradaSalidaMerc`]: 'Entrada' }, '400 cartaPorte.entradaSalidaMerc'),
  refused('CP121 paisOrigenDestino', { [`${CP}.paisOrigenDestino`]: 'USA' }, '400 cartaPorte.paisOrigenDestino'),
  refused('CP123 viaEntradaSalida', { [`${CP}.viaEntradaSalida`]: '01' }, '400 cartaPorte.viaEntradaSalida'),
  refused('CP125 no totalDistRec', { [`${CP}.totalDistRec`]: undefined }, '400 cartaPorte.totalDistRec'),
  refused(
    'CP126 904 against 905',
    { [`${CP}.totalDistRec`]: 905, [`${TO}.distancia`]: 904 },
    'CP126 cartaPorte.destino.distancia',
  ),
  refused(
    'CP126 three legs that do not sum',
    { ...THREE, [`${CP}.totalDistRec`]: 791 },
    'CP126 cartaPorte.totalDistRec',
  ),
  refused('CP127 registroISTMO', { [`${CP}.registroISTMO`]: 'Sí' }, '400 cartaPorte.registroISTMO'),
  refused(
    'CP130 tipoUbicacion swapped',
    { [`${FROM}.tipoUbicacion`]: 'Destino' },
    'CP130 cartaPorte.origen.tipoUbicacion',
  ),
  notChecked('CP108 customer RFC not on the list', /^client\.rfc: .*list/),
  notChecked('CP132 origin RFC not on the list', /^cartaPorte\.origen\.rfc: .*list/),
  warned(
    'CP132 origin RFC wrong check digit',
    { [`${FROM}.rfc`]: 'URE180429TM7' },
    'RFC_CHECK_DIGIT cartaPorte.origen.rfc',
  ),
  refused('CP133 XEXX at origin', { [`${FROM}.rfc`]: 'XEXX010101000' }, 'FOREIGN_TRANSPORT cartaPorte.origen.rfc'),
  refused('CP134 XEXX at destination', { [`${TO}.rfc`]: 'XEXX010101000' }, 'FOREIGN_TRANSPORT cartaPorte.destino.rfc'),
  refused(
    'CP141 second destination without distancia',
    { ...THREE, [`${CP}.destinos`]: [{ ...place(21, 190), distancia: null }, place(26, 300)] },
    'CP141 cartaPorte.destinos[0].distancia',
  ),
  refused('XSD FechaHora 2009', { [`${FROM}.fechaHora`]: '2009-12-31T23:59:59' }, 'RANGE cartaPorte.origen.fechaHora'),
  refused('XSD FechaHora 2100', { [`${TO}.fechaHora`]: '2100-01-01T00:00:00' }, 'RANGE cartaPorte.destino.fechaHora'),
  refused(
    'ORDER arrival before departure',
    { [`${TO}.fechaHora`]: '2026-03-03T05:00:00' },
    'ORDER cartaPorte.destino.fechaHora',
  ),
  refused(
    'ORDER second destination before the first',
    { ...THREE, [`${CP}.destinos`]: [{ ...place(21, 190), fechaHora: '2026-03-03T07:00:00' }, place(26, 300)] },
    'ORDER cartaPorte.destinos[0].fechaHora',
  ),
  warned(
    'DEPARTED departure over',
    { [`${FROM}.fechaHora`]: '2026-03-01T06:00:00' },
    'DEPARTED cartaPorte.origen.fechaHora',
  ),
];

const CARGO: readonly Row[] = [
  refused('CP148 no goods', { [`${CP}.mercancias`]: [] }, '400 cartaPorte.mercancias'),
  refused('XSD weight 0.0001', { [`${GOODS}.pesoKg`]: 0.0001 }, `RANGE ${FIELD}.pesoKg`),
  refused(
    'CP155 diesel 15101505 without flag',
    { [`${GOODS}.bienesTransp`]: '15101505' },
    `CP155 ${FIELD}.materialPeligroso`,
  ),
  refused(
    'CP155 diesel with No',
    { [`${GOODS}.bienesTransp`]: '15101505', [`${GOODS}.materialPeligroso`]: 'No' },
    `CP155 ${FIELD}.materialPeligroso`,
  ),
  refused(
    'CP155 alcohol 12352104 without flag',
    { [`${GOODS}.bienesTransp`]: '12352104' },
    `CP155 ${FIELD}.materialPeligroso`,
  ),
  refused(
    'CP155 steel 30102300 with Sí',
    { ...DIESEL, [`${GOODS}.bienesTransp`]: '30102300' },
    `CP155 ${FIELD}.materialPeligroso`,
  ),
  warned(
    'HAZARD_NOT_SENT steel 30102300 with No',
    { [`${GOODS}.materialPeligroso`]: 'No' },
    `HAZARD_NOT_SENT ${FIELD}.materialPeligroso`,
  ),
  refused(
    'CP156 Sí without key',
    { ...DIESEL, [`${GOODS}.cveMaterialPeligroso`]: undefined },
    `CP156 ${FIELD}.cveMaterialPeligroso`,
  ),
  refused(
    'CP156 key 9999',
    { ...DIESEL, [`${GOODS}.cveMaterialPeligroso`]: '9999' },
    `CP156 ${FIELD}.cveMaterialPeligroso`,
  ),
  refused(
    'CP156 key with No',
    {
      [`${GOODS}.bienesTransp`]: '12352104',
      [`${GOODS}.materialPeligroso`]: 'No',
      [`${GOODS}.cveMaterialPeligroso`]: '1202',
    },
    `CP156 ${FIELD}.cveMaterialPeligroso`,
  ),
  refused('CP157 key without packaging', { ...DIESEL, [`${GOODS}.embalaje`]: undefined }, `CP157 ${FIELD}.embalaje`),
  refused('CP157 packaging ZZ9', { ...DIESEL, [`${GOODS}.embalaje`]: 'ZZ9' }, `CP157 ${FIELD}.embalaje`),
  refused('CP158 sectorCOFEPRIS 01', { [`${GOODS}.sectorCOFEPRIS`]: '01' }, `400 ${FIELD}.sectorCOFEPRIS`),
  refused('CP164 permisoImportacion', { [`${GOODS}.permisoImportacion`]: '123' }, `400 ${FIELD}.permisoImportacion`),
  warned(
    'COFEPRIS_GOODS goods 51101500',
    { [`${GOODS}.bienesTransp`]: '51101500' },
    `COFEPRIS_GOODS ${FIELD}.bienesTransp`,
  ),
  refused(
    'CP172 documentacionAduanera',
    { [`${GOODS}.documentacionAduanera`]: [] },
    `400 ${FIELD}.documentacionAduanera`,
  ),
  refused(
    'CP178 delivery to destination 3 of 2',
    {
      [`${TO}.distancia`]: 300,
      [`${CP}.destinos`]: [place(21, 490)],
      [`${GOODS}.entregas`]: [1, 3].map((destino) => ({ destino, cantidad: 6 })),
    },
    `CP178 ${FIELD}.entregas[1].destino`,
  ),
  refused(
    'CP179 deliveries missing with two destinations',
    { ...THREE, [`${GOODS}.entregas`]: undefined },
    `CP179 ${FIELD}.entregas`,
  ),
  refused(
    'CP182 Sí without aseguraMedAmbiente',
    { ...DIESEL, [`${CP}.aseguraMedAmbiente`]: undefined },
    'CP182 cartaPorte.aseguraMedAmbiente',
  ),
  refused(
    'CP183 insurer without polizaMedAmbiente',
    { ...DIESEL, [`${CP}.polizaMedAmbiente`]: undefined },
    'CP183 cartaPorte.polizaMedAmbiente',
  ),
  refused(
    'XSD guide number of 9',
    { [`${GOODS}.guias`]: [{ numero: '123456789', descripcion: 'Paquete', pesoKg: 1 }] },
    `FORMAT ${FIELD}.guias[0].numero`,
  ),
  refused('XSD description with |', { [`${GOODS}.descripcion`]: 'a|b' }, `FORMAT ${FIELD}.descripcion`),
  warned(
    'HAZMAT_PERMIT Sí with TPAF01',
    { ...DIESEL, [`${CP}.permSCT`]: 'TPAF01' },
    'HAZMAT_PERMIT cartaPorte.permSCT',
  ),
];

const VEHICLE: readonly Row[] = [
  refused(
    'CP184 T3S2 without trailer',
    { [`${CP}.configVehicular`]: 'T3S2' },
    'CP184 cartaPorte.subtipoRemolque',
    'CP184 cartaPorte.placaRemolque',
  ),
  refused('CP184 C2 with trailer', { [`${CP}.remolques`]: [trailer('98-UH-7T')] }, 'CP184 cartaPorte.remolques'),
  refused(
    'CP184 C2R2 without trailer',
    { [`${CP}.configVehicular`]: 'C2R2' },
    'CP184 cartaPorte.subtipoRemolque',
    'CP184 cartaPorte.placaRemolque',
  ),
  refused(
    'CP184 three remolques',
    { [`${CP}.configVehicular`]: 'T3S2R4', [`${CP}.remolques`]: ['98-UH-7T', '99-UH-7T', '97-UH-7T'].map(trailer) },
    '400 cartaPorte.remolques',
  ),
  warned(
    'ONE_TRAILER T3S2R4 with one',
    { ...TRACTOR, [`${CP}.configVehicular`]: 'T3S2R4' },
    'ONE_TRAILER cartaPorte.remolques',
  ),
  refused('XSD plate of 4', { 'vehicle.plate': '12-AB' }, 'FORMAT vehicle.plate'),
  refused('XSD policy of 2', { 'vehicle.insuranceNumber': 'Q1' }, 'FORMAT vehicle.insuranceNumber'),
  refused('XSD permit TPTM01', { [`${CP}.permSCT`]: 'TPTM01' }, 'NOT_IN_CATALOGUE cartaPorte.permSCT'),
  refused(
    'XSD configuration T9S9',
    { [`${CP}.configVehicular`]: 'T9S9' },
    'NOT_IN_CATALOGUE cartaPorte.configVehicular',
  ),
  refused(
    'XSD trailer CTR030',
    { ...TRACTOR, [`${CP}.subtipoRemolque`]: 'CTR030' },
    'NOT_IN_CATALOGUE cartaPorte.subtipoRemolque',
  ),
  warned('PRIVATE_PERMIT TPAF02 on type I', { [`${CP}.permSCT`]: 'TPAF02' }, 'PRIVATE_PERMIT cartaPorte.permSCT'),
  warned(
    'OVERWEIGHT 30 t in 18.5 t',
    { [`${GOODS}.pesoKg`]: 30_000, [`${CP}.pesoBrutoVehicular`]: 18.5 },
    'OVERWEIGHT cartaPorte.pesoBrutoVehicular',
  ),
  warned(
    'PAPER_EXPIRED licence run out',
    { 'driver.licenseExpiry': '2026-01-31' },
    'PAPER_EXPIRED driver.licenseExpiry',
  ),
];

const FIGURES: readonly Row[] = [
  refused('CP193 no driver', { driver: undefined }, 'CP193 driver'),
  refused('CP194 figures without operator', { driver: undefined, ...figure({}) }, 'CP194 cartaPorte.figuras'),
  refused('CP195 driver RFC missing', { 'driver.rfc': null }, 'CP195 driver.rfc'),
  refused('CP195 driver XAXX010101000', { 'driver.rfc': 'XAXX010101000' }, 'CP195 driver.rfc'),
  refused('CP195 driver RFC of a company', { 'driver.rfc': 'URE180429TM6' }, 'CP195 driver.rfc'),
  warned('CP195 driver RFC wrong check digit', { 'driver.rfc': 'CACX7605101P7' }, 'RFC_CHECK_DIGIT driver.rfc'),
  refused('CP196 licence missing', { 'driver.licenseNumber': null }, 'CP196 driver.licenseNumber'),
  refused('CP196 licence of 5', { 'driver.licenseNumber': 'LFD01' }, 'CP196 driver.licenseNumber'),
  refused('CP196 licence on figure 02', figure({ licencia: 'LFD01234567' }), 'CP196 cartaPorte.figuras[0].licencia'),
  refused('CP197 driver XEXX010101000', { 'driver.rfc': 'XEXX010101000' }, 'CP197 driver.rfc'),
  refused(
    'CP199 partes on figure 01',
    figure({ tipo: '01', rfc: 'CACX7605101P8', licencia: 'LFD01234567' }),
    'CP199 cartaPorte.figuras[0].partes',
  ),
  refused('CP199 figure 02 without partes', figure({ partes: undefined }), 'CP199 cartaPorte.figuras[0].partes'),
  refused('CP199 PT99', figure({ partes: ['PT99'] }), 'CP199 cartaPorte.figuras[0].partes[0]'),
  refused(
    'CP200 address of a figure with state DIF',
    figure({ domicilio: { codigoPostal: '44100', estado: 'DIF' } }),
    'CP200 cartaPorte.figuras[0].domicilio.estado',
  ),
];

/** The rules of the complement CartaPorte 3.1. */
export const TRANSPORT_ROWS: readonly Row[] = [...ADDRESSES, ...SERVICES, ...ROUTE, ...CARGO, ...VEHICLE, ...FIGURES];
