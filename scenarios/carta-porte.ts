/** The freight of the story as the SAT wants it told: tonnes, kilograms, local times and keys of its catalogues. */
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
