/** The addresses of the console's lists. */
export const LISTS = [
  'rutas',
  'puntos',
  'todas-las-cajas',
  'clientes',
  'unidades',
  'operadores',
  'pagos',
  'cobros',
  'complementos-por-emitir',
  'archivos',
  'empresa',
  'miembros',
  'invitaciones',
  'llaves',
  'webhooks',
  'importaciones',
];
