/** Spanish for the topics of the document: the heading, and what the topic is about. */
export const TOPICS_IN_SPANISH = {
  alerts: { name: 'avisos', sentence: 'Advertencias para una empresa, y su estado.' },
  'api-keys': {
    name: 'llaves de API',
    sentence: 'Llaves con las que otros sistemas usan el servicio a nombre de una empresa.',
  },
  archives: { name: 'paquetes de archivos', sentence: 'Archivos zip con los documentos fiscales de un mes.' },
  audit: { name: 'bitácora', sentence: 'Cambios de los registros: usuario, campos y hora.' },
  auth: {
    name: 'acceso y sesiones',
    sentence: 'Acceso del personal y de los operadores: registro, contraseñas, apps de códigos, sesiones.',
  },
  'box-reservations': {
    name: 'reservaciones de cajas',
    sentence: 'Rentas de cajas, desde la reservación hasta los días cobrados.',
  },
  boxes: { name: 'cajas', sentence: 'Cajas de carga en renta.' },
  catalogues: { name: 'catálogos', sentence: 'Los catálogos del SAT, para elegir una clave por su nombre.' },
  clients: { name: 'clientes', sentence: 'Clientes del transportista.' },
  collections: { name: 'cobros', sentence: 'Dinero de los clientes, y las facturas que paga.' },
  drivers: { name: 'operadores', sentence: 'Operadores, sus documentos y su acceso a la app.' },
  events: { name: 'eventos', sentence: 'Lo que pasó con los registros de una empresa, para otros sistemas.' },
  imports: { name: 'importaciones', sentence: 'Archivos CSV cuyas filas crean y cambian registros.' },
  expirations: { name: 'vencimientos', sentence: 'Documentos que vencen pronto.' },
  files: { name: 'archivos', sentence: 'Cargas al almacenamiento, y los registros de los archivos subidos.' },
  invoices: {
    name: 'facturas',
    sentence:
      'Facturas (CFDI) con Carta Porte: borradores, timbrado, cancelación; el emisor y su certificado de sello digital.',
  },
  meta: { name: 'el servicio', sentence: 'El servicio mismo.' },
  payments: { name: 'pagos', sentence: 'Importes cobrados de los viajes.' },
  positions: { name: 'posiciones', sentence: 'Dónde están los camiones en ruta.' },
  receipts: {
    name: 'complementos de pago',
    sentence: 'Complementos de pago (REP) que confirman los pagos de facturas PPD.',
  },
  reports: { name: 'reportes', sentence: 'Ingresos, saldos por cobrar e impuestos.' },
  'route-points': { name: 'puntos de ruta', sentence: 'Lugares en los que paran las rutas.' },
  routes: { name: 'rutas', sentence: 'Rutas definidas con sus paradas.' },
  teams: { name: 'empresa', sentence: 'Transportistas: sus miembros, papeles e invitaciones.' },
  tracking: { name: 'enlaces de seguimiento', sentence: 'Enlaces que muestran un viaje a un cliente sin cuenta.' },
  trips: { name: 'viajes', sentence: 'Viajes, desde el plan hasta la llegada: estado, posiciones, bitácora, saldo.' },
  users: { name: 'personas', sentence: 'El perfil propio y la app de códigos.' },
  vehicles: { name: 'unidades', sentence: 'Unidades y sus documentos.' },
  'webhook-endpoints': {
    name: 'webhooks',
    sentence: 'Direcciones que reciben los eventos de la empresa, y las entregas a ellas.',
  },
  webhooks: { name: 'avisos del proveedor', sentence: 'Llamadas de otros servicios.' },
};
