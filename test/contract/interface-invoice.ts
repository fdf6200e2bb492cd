import { VERSION } from './interface-records';

/** The invoice of the contract, transcribed as in interface-records.ts. */
export const INVOICE_STATUS = 'DRAFT,PENDING,VALID,CANCELLED,CANCELLED_PENDING,ERROR';

const DOMICILIO = `
  calle string|null
  codigoPostal string
  colonia string|null
  estado string
  municipio string|null
  pais string
  numeroExterior? string
  numeroInterior? string
  referencia? string
  localidad? string`;

const LOCATION = `
  tipoUbicacion? Origen,Destino
  rfc string maxLength=13
  nombre string maxLength=300
  fechaHora string
  distancia number|null
  domicilio {${DOMICILIO}
  }`;

/**
 * Added fields: withheld taxes (of items too), the complete Carta Porte, whether the stamp has fiscal value, the document's uuid and
 * addresses, the fields of items and the conditions of the tax rules, and the relations to other documents. The contract says that the price of an item is more than 0. The
 * documented price can be 0, because the goods of a document of type T have none (docs/decisions/0054): `price` of type I is tested in
 * test/operations/transfers.test.ts.
 */
export const INVOICE = `
  id uuid
  teamId uuid
  tripId? uuid
  clientId uuid|null
  clientName string|null
  providerId string|null
  folio string|null
  series string|null
  status ${INVOICE_STATUS}
  subtotal number
  taxAmount number
  withheldAmount number
  isrWithheldAmount number
  total number
  paymentForm string
  paymentMethod PUE,PPD
  cfdiUse string
  items [
    description string maxLength=1000
    productKey string maxLength=10
    quantity integer minimum=1
    unitKey string maxLength=10
    price number
    taxRate number maximum=1
    withholdingRate number
    isrWithholdingRate number maximum=0.35
    quantityDecimal? number
    taxObject 01,02
  ]
  cartaPorte? {
    totalDistRec number exclusiveMinimum=0
    origen {${LOCATION}
    }
    destino {${LOCATION}
    }
    mercancias [ minItems=1
      bienesTransp string
      descripcion string
      cantidad number
      claveUnidad string
      pesoKg number exclusiveMinimum=0
      materialPeligroso? Sí,No
      cveMaterialPeligroso? string
      embalaje? string
      descripEmbalaje? string
      guias? [
        numero string
        descripcion string
        pesoKg number exclusiveMinimum=0
      ]
      valorMercancia? number
      dimensiones? string
      entregas? [
        destino integer minimum=1 maximum=49
        cantidad number
      ]
    ]
    configVehicular string|null
    permSCT string|null
    numPermisoSCT string|null
    aseguradora string|null
    placaRemolque string|null
    subtipoRemolque string|null
    pesoBrutoVehicular number|null
    destinos? [ maxItems=48
${LOCATION}
    ]
    remolques? [ minItems=1 maxItems=2
      subtipoRemolque string
      placa string
    ]
    figuras? [ maxItems=10
      tipo 01,02,03,04,05
      nombre string maxLength=300
      rfc string maxLength=13
      licencia? string
      partes? [ maxItems=12
        string
      ]
      domicilio? {${DOMICILIO}
      }
    ]
    aseguraMedAmbiente? string
    polizaMedAmbiente? string
    aseguraCarga? string
    polizaCarga? string
    primaSeguro? number
    logisticaInversa? boolean
  }
  type I,E,T,P
  payments? [
    collectionId uuid
    paymentForm string
    paidAt date-time
    reference? string
    documents [
      invoiceId uuid
      uuid uuid
      folio? string
      series? string
      installment number
      lastBalance number
      amount number
      balance number
      taxes [
        type IVA,ISR
        withholding boolean
        rate number
        base number
      ]
    ]
  ]
  uuid uuid|null
  verificationUrl string|null
  cartaPorteUrl string|null
  pdfUrl string|null
  xmlUrl string|null
  notes string|null
  conditions string|null
  externalId? string
  noCartaPorteReason LOCAL,RADIO_30_KM,DEDICADO,SUBCONTRATADO,SIN_MERCANCIA|null
  relations? [
    type 01,03,04,07
    invoiceIds array
    invoiceIds[] uuid
    uuids array
    uuids[] uuid
  ]
  replaces? uuid
  replacedBy? uuid
  driverId? uuid
  vehicleId? uuid
  errorMessage string|null
  hasCartaPorte boolean
  livemode? boolean
  issuedAt? date-time
  createdAt date-time
  updatedAt date-time
  ${VERSION}`;

/** Only in the answer for one invoice. Fields that the trip does not have are omitted. */
export const TRIP_OF_INVOICE = `
  trip? {
    id uuid
    client? {
      id uuid
      name string
      rfc? string
    }
    driver? {
      id uuid
      name string
      photoUrl? string
    }
    vehicle? {
      id uuid
      plate string
      brand? string
      model? string
      imageUrl? string
    }
  }`;
