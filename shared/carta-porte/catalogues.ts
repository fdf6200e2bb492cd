/**
 * The catalogues of the SAT (CFDI 4.0 and Carta Porte 3.1) that the rules and the provider's document need.
 * `sat/catalogues.ts` reads the packaged ones; a test can pass small ones.
 */
export interface Catalogues {
  /** c_ClaveProdServCP */
  readonly isGoods: (key: string) => boolean;
  /** c_ClaveUnidad */
  readonly isUnit: (key: string) => boolean;
  /** c_CodigoPostal */
  readonly postcode: (code: string) => Postcode | undefined;
  /** c_Estado, those of Mexico */
  readonly isState: (key: string) => boolean;
  /** Whether a vehicle with that configuration (c_ConfigAutotransporte) pulls a trailer. */
  readonly trailerRule: (configuration: string) => TrailerRule | undefined;
  /** c_SubTipoRem */
  readonly isTrailer: (key: string) => boolean;
  /** c_TipoPermiso, those of road transport */
  readonly isRoadPermit: (key: string) => boolean;
  /** c_FormaPago */
  readonly isPaymentForm: (key: string) => boolean;
  /** c_UsoCFDI */
  readonly cfdiUse: (key: string) => CfdiUse | undefined;
  /** c_RegimenFiscal */
  readonly taxRegime: (key: string) => Persons | undefined;
}

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
