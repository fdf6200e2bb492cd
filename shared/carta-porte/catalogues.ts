/** The SAT's catalogues as one version of the product contains them. `sat/catalogues.ts` reads the packaged ones. */
export interface CatalogueVersion {
  /** The day of the source, YYYY-MM-DD. */
  readonly date: string;
  /** The catalogues as they apply to one document. A key outside its dates is not a valid key. */
  readonly on: (days: CatalogueDays) => Catalogues;
}

/** The local days of a document, YYYY-MM-DD. */
export interface CatalogueDays {
  /** Decides for the catalogues of goods, hazardous materials, packaging and figures. */
  readonly departure: string;
  /** Decides for all other catalogues. */
  readonly stamp: string;
}

/**
 * The catalogues of the SAT (CFDI 4.0 and Carta Porte 3.1) that the rules and the provider's document need, on the days
 * of one document. A test can pass small ones.
 */
export interface Catalogues {
  /** c_ClaveProdServ */
  readonly isProductKey: (key: string) => boolean;
  /**
   * The number of modes of transport that a product key means, of the keys that an invoice with a Carta Porte may have
   * (the SAT's rules CP109 and CP110).
   */
  readonly serviceModes: (key: string) => number | undefined;
  /** c_ClaveProdServCP */
  readonly isGoods: (key: string) => boolean;
  /** The column "Material peligroso" of c_ClaveProdServCP. A key outside the catalogue has `0`. */
  readonly hazard: (key: string) => Hazard;
  /** c_MaterialPeligroso */
  readonly isHazardousMaterial: (key: string) => boolean;
  /** c_TipoEmbalaje */
  readonly isPackaging: (key: string) => boolean;
  /** c_ClaveUnidad */
  readonly isUnit: (key: string) => boolean;
  /** c_CodigoPostal */
  readonly postcode: (code: string) => Postcode | undefined;
  /** c_Estado, those of Mexico */
  readonly isState: (key: string) => boolean;
  /** c_Municipio. The keys begin anew in each state. {@link Postcode} names the municipality of a postcode. */
  readonly isMunicipality: (state: string, key: string) => boolean;
  /** c_Localidad. The keys begin anew in each state. */
  readonly isLocality: (state: string, key: string) => boolean;
  /** Whether a vehicle with that configuration (c_ConfigAutotransporte) pulls a trailer. */
  readonly trailerRule: (configuration: string) => TrailerRule | undefined;
  /** c_SubTipoRem */
  readonly isTrailer: (key: string) => boolean;
  /** c_TipoPermiso, those of road transport */
  readonly isRoadPermit: (key: string) => boolean;
  /** c_FiguraTransporte */
  readonly isFigure: (key: string) => boolean;
  /** c_ParteTransporte */
  readonly isTransportPart: (key: string) => boolean;
  /** c_FormaPago */
  readonly isPaymentForm: (key: string) => boolean;
  /** c_TipoRelacion */
  readonly isRelationType: (key: string) => boolean;
  /** c_UsoCFDI */
  readonly cfdiUse: (key: string) => CfdiUse | undefined;
  /** c_RegimenFiscal */
  readonly taxRegime: (key: string) => Persons | undefined;
}

/** `0`: the goods are never hazardous. `1`: always. `0,1`: the sender says whether they are. */
export type Hazard = '0' | '1' | '0,1';

export interface Postcode {
  readonly state: string;
  /** Absent when the catalogue has none, as for two of three postcodes. */
  readonly municipality?: string | undefined;
  /** Whether the postcode is in the border region with IVA at 8 %. */
  readonly border: boolean;
}

export type TrailerRule = 'required' | 'forbidden' | 'optional';

export interface Persons {
  readonly naturalPerson: boolean;
  readonly legalEntity: boolean;
}

export interface CfdiUse extends Persons {
  /** The customer's tax regimes that permit this use. */
  readonly regimes: readonly string[];
}
