/** Bodies of the four types by the provider's description, written by hand: each has every field that the service sends or will send. */

const customer = {
  legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  tax_id: 'URE180429TM6',
  tax_system: '601',
  email: 'pagos@example.com',
  address: { zip: '86991' },
};

const marks = { external_id: '0190e4a2-0000-7000-8000-000000000001', idempotency_key: '0190e4a2-1' };

const UUIDS = ['6c5f5b3e-7d1c-4a6a-9d3f-0a1b2c3d4e5f', '7a0e2d44-15a1-4f8e-8f4b-9c8d7e6f5a4b'];

const address = {
  Calle: 'Av. Ruiz Cortines',
  NumeroExterior: '1500',
  NumeroInterior: 'B',
  Localidad: '07',
  Referencia: 'Portón azul',
  Municipio: '039',
  Estado: 'NLE',
  Pais: 'MEX',
  CodigoPostal: '64000',
};

const place = (kind: 'Origen' | 'Destino', id: string, at: string, distance?: number) => ({
  TipoUbicacion: kind,
  IDUbicacion: id,
  RFCRemitenteDestinatario: 'URE180429TM6',
  NombreRemitenteDestinatario: 'Universidad Robótica',
  FechaHoraSalidaLlegada: at,
  ...(distance !== undefined && { DistanciaRecorrida: distance }),
  Domicilio: address,
});

export const transport = {
  IdCCP: 'CCCe4a20-0000-7000-8000-000000000001',
  TranspInternac: 'No',
  TotalDistRec: 905.5,
  Ubicaciones: [
    place('Origen', 'OR000001', '2026-03-03T06:00:00'),
    place('Destino', 'DE000001', '2026-03-03T12:00:00', 400),
    place('Destino', 'DE000002', '2026-03-03T21:15:30', 505.5),
  ],
  Mercancias: {
    PesoBrutoTotal: 4800.125,
    UnidadPeso: 'KGM',
    NumTotalMercancias: 1,
    LogisticaInversaRecoleccionDevolucion: 'Sí',
    Mercancia: [
      {
        BienesTransp: '15101505',
        Descripcion: 'Diésel "B" <5 %> & aditivo',
        Cantidad: 12.5,
        ClaveUnidad: 'LTR',
        Dimensiones: '030/040/050cm',
        MaterialPeligroso: 'Sí',
        CveMaterialPeligroso: '1202',
        Embalaje: '1A1',
        DescripEmbalaje: 'Bidón de acero',
        PesoEnKg: 4800.125,
        ValorMercancia: 250000.5,
        Moneda: 'MXN',
        GuiasIdentificacion: [
          {
            NumeroGuiaIdentificacion: 'GUIA-000001',
            DescripGuiaIdentificacion: 'Paquete',
            PesoGuiaIdentificacion: 1.5,
          },
        ],
        CantidadTransporta: [
          { Cantidad: 6.25, IDOrigen: 'OR000001', IDDestino: 'DE000001' },
          { Cantidad: 6.25, IDOrigen: 'OR000001', IDDestino: 'DE000002' },
        ],
      },
    ],
    Autotransporte: {
      PermSCT: 'TPAF03',
      NumPermisoSCT: '3085TEN030120260001',
      IdentificacionVehicular: {
        ConfigVehicular: 'T3S2R4',
        PesoBrutoVehicular: 66.5,
        PlacaVM: '74AE9K',
        AnioModeloVM: '2019',
      },
      Seguros: {
        AseguraRespCivil: 'Qualitas',
        PolizaRespCivil: 'Q-2026-778812',
        AseguraMedAmbiente: 'Atlas',
        PolizaMedAmbiente: 'MA-88123',
        AseguraCarga: 'Inbursa',
        PolizaCarga: 'C-1234',
        PrimaSeguro: 1500.75,
      },
      Remolques: [
        { SubTipoRem: 'CTR004', Placa: '98UH7T' },
        { SubTipoRem: 'CTR007', Placa: '99UH7T' },
      ],
    },
  },
  FiguraTransporte: [
    { TipoFigura: '01', RFCFigura: 'FUNK671228PH6', NumLicencia: 'LFD01234567', NombreFigura: 'José Hernández' },
    {
      TipoFigura: '02',
      RFCFigura: 'URE180429TM6',
      NombreFigura: 'Arrendadora',
      PartesTransporte: [{ ParteTransporte: 'PT05' }],
      Domicilio: address,
    },
  ],
};

const freight = {
  quantity: 31.45,
  product: {
    description: 'Flete Monterrey–México',
    product_key: '78101802',
    unit_key: 'E48',
    price: 850.333333,
    tax_included: false,
    taxability: '02',
    taxes: [
      { type: 'IVA', rate: 0.16, factor: 'Tasa' },
      { type: 'IVA', rate: 0.04, factor: 'Tasa', withholding: true },
      { type: 'ISR', rate: 0.0125, factor: 'Tasa', withholding: true },
    ],
  },
};

const toll = {
  quantity: 1,
  product: {
    description: 'Casetas',
    product_key: '78101802',
    unit_key: 'E48',
    price: 350.5,
    tax_included: false,
    taxability: '01',
    taxes: [],
  },
};

const complements = [{ type: 'carta_porte', data: transport }];

export const SAMPLES = {
  I: {
    type: 'I',
    ...marks,
    customer,
    items: [freight, toll],
    payment_form: '99',
    payment_method: 'PPD',
    use: 'G03',
    series: 'F',
    currency: 'MXN',
    conditions: '30 días',
    related_documents: [{ relationship: '07', documents: UUIDS }],
    complements,
    pdf_options: { render_carta_porte: true },
  },
  E: {
    type: 'E',
    ...marks,
    customer,
    items: [freight, toll],
    payment_form: '03',
    payment_method: 'PUE',
    use: 'G02',
    series: 'NC',
    related_documents: [{ relationship: '01', documents: UUIDS.slice(0, 1) }],
  },
  T: {
    type: 'T',
    ...marks,
    customer: { ...customer, legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', address: { zip: '64000' } },
    items: [
      {
        quantity: 12.5,
        product: { description: 'Diésel', product_key: '15101505', unit_key: 'LTR' },
      },
    ],
    use: 'S01',
    currency: 'XXX',
    series: 'T',
    related_documents: [{ relationship: '04', documents: UUIDS.slice(0, 1) }],
    complements,
    pdf_options: { render_carta_porte: true },
  },
  P: {
    type: 'P',
    ...marks,
    customer,
    series: 'P',
    related_documents: [{ relationship: '04', documents: UUIDS.slice(0, 1) }],
    complements: [
      {
        type: 'pago',
        data: [
          {
            payment_form: '03',
            date: '2026-02-27T18:30:00.000Z',
            currency: 'MXN',
            numOperacion: 'SPEI 88123',
            related_documents: [
              {
                uuid: UUIDS[0],
                amount: 5600,
                installment: 1,
                last_balance: 11200,
                currency: 'MXN',
                series: 'F',
                folio_number: 12,
                taxability: '02',
                taxes: [
                  { base: 5000, type: 'IVA', rate: 0.16, factor: 'Tasa', withholding: false },
                  { base: 5000, type: 'IVA', rate: 0.04, factor: 'Tasa', withholding: true },
                  { base: 1000.123456, type: 'ISR', rate: 0.0125, factor: 'Tasa', withholding: true },
                ],
              },
              {
                uuid: UUIDS[1],
                amount: 100.5,
                installment: 2,
                last_balance: 100.5,
                currency: 'MXN',
                taxability: '01',
              },
            ],
          },
          {
            payment_form: '01',
            date: '2026-02-28T18:30:00.000Z',
            currency: 'MXN',
            related_documents: [
              {
                uuid: UUIDS[0],
                amount: 1000.01,
                installment: 2,
                last_balance: 5600,
                currency: 'MXN',
                taxability: '02',
                taxes: [
                  { base: 500.000001, type: 'IVA', rate: 0.08, factor: 'Tasa', withholding: false },
                  { base: 300.5, type: 'IVA', rate: 0, factor: 'Tasa', withholding: false },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
};

export const ISSUER = { rfc: 'EKU9003173C9', legalName: 'ESCUELA KEMPER URGATE', taxSystem: '601', zip: '64000' };

export const bytesOf = (body: unknown): Uint8Array => Buffer.from(JSON.stringify(body));
