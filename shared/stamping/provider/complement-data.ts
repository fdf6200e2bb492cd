/** The provider's `carta_porte` complement, version 3.1, in our own types. */
export type CartaPorteData = {
  /** `CCC` and the rest of a UUID: 36 characters. */
  IdCCP: string;
  TranspInternac: 'No';
  TotalDistRec: number;
  Ubicaciones: UbicacionData[];
  Mercancias: {
    /** Kilograms: the sum of the goods' weights. */
    PesoBrutoTotal: number;
    UnidadPeso: 'KGM';
    NumTotalMercancias: number;
    Mercancia: MercanciaData[];
    LogisticaInversaRecoleccionDevolucion?: 'Sí';
    Autotransporte: AutotransporteData;
  };
  FiguraTransporte: FiguraData[];
};

export type UbicacionData = {
  TipoUbicacion: 'Origen' | 'Destino';
  IDUbicacion: string;
  RFCRemitenteDestinatario: string;
  NombreRemitenteDestinatario: string;
  /** Local, without zone. */
  FechaHoraSalidaLlegada: string;
  DistanciaRecorrida?: number;
  Domicilio: DomicilioData;
};

export type DomicilioData = {
  Calle?: string;
  NumeroExterior?: string;
  NumeroInterior?: string;
  Localidad?: string;
  Referencia?: string;
  Municipio?: string;
  Estado: string;
  Pais: string;
  CodigoPostal: string;
};

export type MercanciaData = {
  BienesTransp: string;
  Descripcion: string;
  Cantidad: number;
  ClaveUnidad: string;
  Dimensiones?: string;
  MaterialPeligroso?: 'Sí' | 'No';
  CveMaterialPeligroso?: string;
  Embalaje?: string;
  DescripEmbalaje?: string;
  PesoEnKg: number;
  ValorMercancia?: number;
  Moneda?: 'MXN';
  GuiasIdentificacion?: {
    NumeroGuiaIdentificacion: string;
    DescripGuiaIdentificacion: string;
    PesoGuiaIdentificacion: number;
  }[];
  CantidadTransporta?: { Cantidad: number; IDOrigen: string; IDDestino: string }[];
};

export type AutotransporteData = {
  PermSCT: string;
  NumPermisoSCT: string;
  IdentificacionVehicular: {
    ConfigVehicular: string;
    /** Tonnes. */
    PesoBrutoVehicular: number;
    PlacaVM: string;
    AnioModeloVM: string;
  };
  Seguros: {
    AseguraRespCivil: string;
    PolizaRespCivil: string;
    AseguraMedAmbiente?: string;
    PolizaMedAmbiente?: string;
    AseguraCarga?: string;
    PolizaCarga?: string;
    PrimaSeguro?: number;
  };
  Remolques?: { SubTipoRem: string; Placa: string }[];
};

export type FiguraData = {
  TipoFigura: string;
  RFCFigura: string;
  NumLicencia?: string;
  NombreFigura: string;
  PartesTransporte?: { ParteTransporte: string }[];
  Domicilio?: DomicilioData;
};
