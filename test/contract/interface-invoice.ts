/** The invoice of the interface (§2.9), transcribed as in interface-records.ts. */
export const INVOICE_STATUS = 'DRAFT,PENDING,VALID,CANCELLED,CANCELLED_PENDING,ERROR';

const DOMICILIO = `
  calle string|null
  codigoPostal string
  colonia string|null
  estado string
  municipio string|null
  pais string`;

const LOCATION = `
  tipoUbicacion? Origen,Destino
  rfc string maxLength=13
  nombre string maxLength=300
  fechaHora string
  distancia number|null
  domicilio {${DOMICILIO}
  }`;

/** Added by docs/spec/rulings.md §8, §10 and §11: what is withheld (of an item too), materialPeligroso, and whether the stamp is a real one. */
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
  total number
  paymentForm string
  paymentMethod PUE,PPD
  cfdiUse string
  items [
    description string maxLength=1000
    productKey string maxLength=10
    quantity integer minimum=1
    unitKey string maxLength=10
    price number exclusiveMinimum=0
    taxRate number maximum=1
    withholdingRate number
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
    ]
    configVehicular string|null
    permSCT string|null
    numPermisoSCT string|null
    aseguradora string|null
    placaRemolque string|null
    subtipoRemolque string|null
    pesoBrutoVehicular number|null
  }
  pdfUrl string|null
  xmlUrl string|null
  notes string|null
  errorMessage string|null
  hasCartaPorte boolean
  livemode? boolean
  issuedAt? date-time
  createdAt date-time
  updatedAt date-time`;

/** Only of the read of one (§4.19). What the trip does not name, and what is empty of it, is omitted. */
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
