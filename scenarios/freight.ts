/** The freight of the story in the form that the SAT requires: tonnes, kilograms, local times and keys of its catalogues. */
export const CARTA_PORTE = {
  totalDistRec: 917.4,
  origen: {
    rfc: 'XIA190128J61',
    nombre: 'XENON INDUSTRIAL ARTICLES',
    fechaHora: '2026-03-03T06:00:00',
    domicilio: { codigoPostal: '66600', estado: 'NLE' },
  },
  destino: {
    rfc: 'XIA190128J61',
    nombre: 'XENON INDUSTRIAL ARTICLES',
    fechaHora: '2026-03-03T19:30:00',
    domicilio: { codigoPostal: '02300', estado: 'CMX' },
  },
  mercancias: [
    {
      bienesTransp: '30102300',
      descripcion: 'Rollos de lámina galvanizada',
      cantidad: 12,
      claveUnidad: 'XPX',
      pesoKg: 27_400,
    },
  ],
  configVehicular: 'T3S2',
  permSCT: 'TPAF01',
  numPermisoSCT: '3085TEN030120260001',
  aseguradora: 'Qualitas Compañía de Seguros',
  subtipoRemolque: 'CTR004',
  placaRemolque: '98-UH-7T',
  pesoBrutoVehicular: 46.5,
};

export const DRIVER_PAPERS = { rfc: 'OOLR800101AB1', licenseNumber: 'NLB0611204', licenseExpiry: '2028-05-01' };
export const TRUCK_PAPERS = { insuranceNumber: 'Q-2026-778812', insuranceExpiry: '2027-12-31' };
/** Where the route stops. */
export const STOPS = [
  { name: 'Apodaca', address: 'Carretera Miguel Alemán km 21, Apodaca, N.L.', lat: 25.7782, lng: -100.1876 },
  { name: 'San Luis Potosí', address: 'Eje 114, Zona Industrial, San Luis Potosí', lat: 22.0996, lng: -100.9042 },
  { name: 'Vallejo', address: 'Industrial Vallejo, Azcapotzalco, CDMX', lat: 19.4889, lng: -99.1632 },
] as const;

/** Where the truck is heard of on the way, down the 57. */
export const ROAD = [
  { at: 'Saltillo', lat: 25.4232, lng: -100.9924, speedKmh: 64, heading: 231 },
  { at: 'Matehuala', lat: 23.6461, lng: -100.6393, speedKmh: 86, heading: 182 },
  { at: 'San Luis Potosí', lat: 22.1565, lng: -100.9855, speedKmh: 52, heading: 201 },
  { at: 'Querétaro', lat: 20.5888, lng: -100.3899, speedKmh: 78, heading: 148 },
  { at: 'Tepotzotlán', lat: 19.7138, lng: -99.2237, speedKmh: 41, heading: 160 },
] as const;
