import type { Text } from '../platform/values/text';

const COFEPRIS = {
  en: 'Medicines, precursors and pesticides need data that cannot be given here: make this Carta Porte at the provider.',
  es: 'Los medicamentos, precursores y plaguicidas requieren datos que aquí no se pueden capturar: genere esta Carta Porte con el proveedor.',
};
const INTERNATIONAL = {
  en: 'FOREIGN_TRANSPORT: this service does not support transport to or from another country. Create that Carta Porte at the provider.',
  es: 'FOREIGN_TRANSPORT: este servicio no admite transporte internacional. Genere esa Carta Porte con el proveedor.',
};
const ROAD_ONLY = {
  en: 'This service issues the Carta Porte by road only. Create this one at the provider.',
  es: 'Este servicio emite la Carta Porte solo por carretera. Genere esta con el proveedor.',
};

const sayings = (sentence: Text, names: string): Record<string, Text> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, sentence]));

/** The fields of other kinds of transport. Each is refused with a sentence that says what to do. */
export const REFUSED_FIELDS: Readonly<Record<string, Text>> = {
  ...sayings(
    COFEPRIS,
    `sectorCOFEPRIS nombreIngredienteActivo nomQuimico denominacionGenericaProd denominacionDistintivaProd fabricante
     fechaCaducidad loteMedicamento formaFarmaceutica condicionesEspTransp registroSanitarioFolioAutorizacion
     permisoImportacion folioImpoVUCEM numCAS razonSocialEmpImp numRegSanPlagCOFEPRIS datosFabricante datosFormulador
     datosMaquilador usoAutorizado`,
  ),
  ...sayings(
    INTERNATIONAL,
    `transpInternac regimenesAduaneros documentacionAduanera entradaSalidaMerc paisOrigenDestino viaEntradaSalida
     fraccionArancelaria numRegIdTrib residenciaFiscal`,
  ),
  ...sayings(
    ROAD_ONLY,
    `registroISTMO ubicacionPoloOrigen ubicacionPoloDestino transporteMaritimo transporteAereo transporteFerroviario`,
  ),
};
