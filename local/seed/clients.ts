import type * as v from 'valibot';
import type { ClientFields } from '../../shared/clients/client';
import { fixedId } from './identifiers';

export interface DemoClient {
  readonly id: string;
  readonly fields: v.InferInput<typeof ClientFields>;
}

const GENERAL = { cfdiUse: 'G03', taxRegime: '601' };

/** The companies that the SAT publishes for tests (name, RFC and postal code must match), with invented business data. */
export const CLIENTS: readonly DemoClient[] = [
  {
    id: fixedId('client', 1),
    fields: {
      ...GENERAL,
      name: 'XENON INDUSTRIAL ARTICLES',
      nameRelated: 'Xenon, planta Querétaro',
      rfc: 'XIA190128J61',
      zipCode: '76343',
      email: 'embarques@xenon.example',
      phone: '4421903300',
      creditLimit: 600_000,
      paymentTerms: 30,
    },
  },
  {
    id: fixedId('client', 2),
    fields: {
      ...GENERAL,
      name: 'KERNEL INDUSTIA JUGUETERA',
      rfc: 'KIJ0906199R1',
      zipCode: '28971',
      email: 'importaciones@kernel.example',
      creditLimit: 350_000,
      paymentTerms: 15,
    },
  },
  {
    id: fixedId('client', 3),
    fields: {
      ...GENERAL,
      name: 'INDISTRIA ILUMINADORA DE ALMACENES',
      rfc: 'IIA040805DZ4',
      zipCode: '62661',
      creditLimit: 200_000,
      paymentTerms: 30,
    },
  },
  {
    id: fixedId('client', 4),
    fields: {
      ...GENERAL,
      name: 'INTERNACIONAL XIMBO Y SABORES',
      rfc: 'IXS7607092R5',
      zipCode: '23004',
      email: 'logistica@ximbo.example',
      paymentTerms: 45,
      notes: 'Carga seca y refrigerada; cita obligatoria en andén.',
    },
  },
  {
    id: fixedId('client', 5),
    fields: {
      ...GENERAL,
      name: 'INNOVACION VALOR Y DESARROLLO',
      rfc: 'IVD920810GU2',
      zipCode: '63901',
      paymentTerms: 60,
    },
  },
  {
    id: fixedId('client', 6),
    fields: { ...GENERAL, name: 'JIMENEZ ESTRADA SALAS', rfc: 'JES900109Q90', zipCode: '37161', paymentTerms: 0 },
  },
  {
    id: fixedId('client', 7),
    fields: {
      ...GENERAL,
      name: 'ESCUELA KEMPER URGATE',
      rfc: 'EKU9003173C9',
      zipCode: '42501',
      status: 'INACTIVO',
      notes: 'Sin embarques desde el año pasado.',
    },
  },
];
