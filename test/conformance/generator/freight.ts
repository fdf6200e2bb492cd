import type { Chance } from '../../load/chance';
import {
  CONFIGURATIONS,
  GOODS,
  HAZARD_KEYS,
  LOCALITIES,
  PACKAGING,
  PARTS,
  PERMITS,
  PLACES,
  TRAILERS,
  UNITS,
} from './tables';
import { decimal, isChosen, perhaps, rfcOf, sentence, signs, words } from './words';

const plate = (chance: Chance): string => {
  const text = signs(chance, 5, 7);
  return isChosen(chance, 50) ? `${text.slice(0, 2)}-${text.slice(2, 4)} ${text.slice(4)}` : text;
};

function addressOf(chance: Chance) {
  const { postcode, state, municipality } = chance.among(PLACES);
  return {
    codigoPostal: postcode,
    estado: state,
    calle: perhaps(chance, 50, () => words(chance, 1, 100)) ?? null,
    colonia: perhaps(chance, 10, () => words(chance, 1, 50)) ?? null,
    municipio: municipality !== '' && isChosen(chance, 50) ? municipality : null,
    pais: 'MEX',
    numeroExterior: perhaps(chance, 30, () => words(chance, 1, 55)),
    numeroInterior: perhaps(chance, 20, () => words(chance, 1, 55)),
    referencia: perhaps(chance, 20, () => words(chance, 1, 250)),
    localidad: perhaps(chance, 20, () => chance.among(LOCALITIES)),
  };
}

const DEPARTURE = Date.parse('2026-03-03T06:00:00Z');
const MINUTE = 60_000;

const localTime = (minutes: number, chance: Chance): string => {
  const text = new Date(DEPARTURE + minutes * MINUTE).toISOString().slice(0, 19);
  return isChosen(chance, 30) ? text.slice(0, 16) : text;
};

/** One origin and one to five destinations, in the order of time. */
function placesOf(chance: Chance) {
  const legs = Array.from({ length: isChosen(chance, 60) ? 1 : 2 + chance.below(4) }, () => 1 + chance.below(150_000));
  const place = (index: number) => ({
    rfc: rfcOf(chance, isChosen(chance, 50) ? 3 : 4),
    nombre: sentence(chance, 254),
    fechaHora: localTime(index * 300 + chance.below(200), chance),
    tipoUbicacion: perhaps(chance, 30, () => (index === 0 ? 'Origen' : 'Destino')),
    distancia: null,
    domicilio: addressOf(chance),
  });
  const isSingle = legs.length === 1;
  const [destino, ...destinos] = legs.map((leg, index) => ({
    ...place(index + 1),
    distancia: isSingle && isChosen(chance, 50) ? null : Number(`${leg}e-2`),
  }));
  const total = legs.reduce((sum, leg) => sum + leg, 0);
  return {
    totalDistRec: Number(`${total}e-2`),
    origen: { ...place(0), distancia: perhaps(chance, 10, () => 5) ?? null },
    destino,
    destinos: isSingle ? undefined : destinos,
  };
}

/** Shares of a whole number of units. Each is at least one. */
function sharesOf(chance: Chance, units: number, parts: number): number[] {
  const shares = Array.from({ length: parts }, () => 1);
  for (let left = units - parts; left > 0; ) {
    const share = Math.min(left, 1 + chance.below(left));
    const index = chance.below(parts);
    shares[index] = (shares[index] ?? 0) + share;
    left -= share;
  }
  return shares;
}

function goodsOf(chance: Chance, destinations: number) {
  const kind = chance.oneOf({ harmless: 60, hazardous: 20, either: 20 });
  const isHazardous = kind === 'hazardous' || (kind === 'either' && isChosen(chance, 50));
  const units = destinations + chance.below(5_000_000);
  const quantity = (value: number): number => Number(`${value}e-3`);
  const deliveries = sharesOf(chance, units, destinations).map((share, index) => ({
    destino: index + 1,
    cantidad: quantity(share),
  }));
  return {
    bienesTransp: chance.among(GOODS[kind]),
    descripcion: sentence(chance, 1000),
    cantidad: quantity(units),
    claveUnidad: chance.among(UNITS),
    pesoKg: decimal(chance, 9_000_000, 3),
    ...(kind === 'either' && !isHazardous && { materialPeligroso: 'No' }),
    ...(isHazardous && {
      materialPeligroso: 'Sí',
      cveMaterialPeligroso: chance.among(HAZARD_KEYS),
      embalaje: chance.among(PACKAGING),
      descripEmbalaje: perhaps(chance, 50, () => words(chance, 1, 100)),
    }),
    guias: perhaps(chance, 20, () => [
      { numero: words(chance, 10, 30), descripcion: words(chance, 1, 200), pesoKg: decimal(chance, 90_000, 3) },
    ]),
    valorMercancia: perhaps(chance, 30, () => decimal(chance, 900_000_000, 4)),
    dimensiones: perhaps(chance, 20, () => chance.among(['120/80/100cm', '010/020/030plg'])),
    entregas: destinations > 1 ? deliveries : undefined,
  };
}

function vehicleOf(chance: Chance) {
  const rule = chance.oneOf({ without: 40, with: 50, either: 10 });
  const configVehicular = chance.among(CONFIGURATIONS[rule]);
  const isTwo = /S\d[RS]\d$/.test(configVehicular);
  const isDrawing = rule === 'with' || (rule === 'either' && isChosen(chance, 50));
  const trailer = () => ({ subtipoRemolque: chance.among(TRAILERS), placa: plate(chance) });
  const trailers = isDrawing ? [trailer(), ...(isTwo ? [trailer()] : [])] : [];
  const [first] = trailers;
  const isList = trailers.length === 2 || isChosen(chance, 50);
  return {
    configVehicular,
    remolques: isList && first ? trailers : undefined,
    subtipoRemolque: (!isList && first?.subtipoRemolque) || null,
    placaRemolque: (!isList && first?.placa) || null,
  };
}

function figureOf(chance: Chance) {
  const tipo = chance.among(['01', '02', '03', '05']);
  const isOwner = tipo === '02' || tipo === '03';
  return {
    tipo,
    nombre: sentence(chance, 254),
    rfc: rfcOf(chance, tipo === '01' ? 4 : 3),
    ...(tipo === '01' && { licencia: words(chance, 6, 16) }),
    ...(isOwner && { partes: [chance.among(PARTS)] }),
    domicilio: perhaps(chance, 30, () => addressOf(chance)),
  };
}

/** The values that a Carta Porte can take from the record of the vehicle. */
const onVehicleOf = (chance: Chance) => ({
  permSCT: chance.among(PERMITS),
  numPermisoSCT: words(chance, 1, 50),
  aseguradora: words(chance, 3, 50),
  pesoBrutoVehicular: decimal(chance, 15_000, 2),
});

const NONE_OF_THE_VEHICLE = { permSCT: null, numPermisoSCT: null, aseguradora: null, pesoBrutoVehicular: null };

/** The driver, the vehicle and the body of a valid Carta Porte. The vehicle's record has the values that the body lacks. */
export function freightOf(chance: Chance) {
  const isFilled = isChosen(chance, 30);
  const values = onVehicleOf(chance);
  const cartaPorte = { ...cartaPorteOf(chance), ...(isFilled ? NONE_OF_THE_VEHICLE : values) };
  const owner = {
    ownerName: sentence(chance, 254),
    ownerRfc: rfcOf(chance, 3),
    ownership: chance.among(['PROPIO', 'ARRENDADO'] as const),
  };
  const vehicle = { ...truckOf(chance), ...(isFilled && values), ...(isChosen(chance, 20) && owner) };
  return { cartaPorte, driver: driverOf(chance), vehicle };
}

function cartaPorteOf(chance: Chance) {
  const places = placesOf(chance);
  const destinations = 1 + (places.destinos?.length ?? 0);
  const mercancias = Array.from({ length: isChosen(chance, 90) ? 1 + chance.below(3) : 1 + chance.below(12) }, () =>
    goodsOf(chance, destinations),
  );
  const isHazardous = mercancias.some(({ materialPeligroso }) => materialPeligroso === 'Sí');
  return {
    ...places,
    mercancias,
    ...vehicleOf(chance),
    figuras: perhaps(chance, 30, () => Array.from({ length: 1 + chance.below(3) }, () => figureOf(chance))),
    ...(isHazardous && { aseguraMedAmbiente: words(chance, 3, 50), polizaMedAmbiente: words(chance, 3, 30) }),
    aseguraCarga: perhaps(chance, 30, () => words(chance, 3, 50)),
    polizaCarga: perhaps(chance, 30, () => words(chance, 3, 30)),
    primaSeguro: perhaps(chance, 30, () => decimal(chance, 900_000_000, 4)),
    logisticaInversa: perhaps(chance, 20, () => isChosen(chance, 50)),
  };
}

/** The driver of the trip. */
const driverOf = (chance: Chance) => ({
  name: sentence(chance, 254),
  rfc: rfcOf(chance, 4),
  licenseNumber: words(chance, 6, 16),
  licenseExpiry: '2027-05-01',
});

const truckOf = (chance: Chance) => ({
  plate: plate(chance),
  year: 1990 + chance.below(40),
  insuranceNumber: words(chance, 3, 30),
  insuranceExpiry: '2026-12-31',
});
