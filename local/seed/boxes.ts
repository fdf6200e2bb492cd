import type { BoxFields, BoxStatus } from '../../shared/boxes/box';
import { fixedId } from './identifiers';

export interface DemoBox {
  readonly id: string;
  readonly fields: BoxFields;
  /** A status that the office sets by hand. Absent: the status follows from the reservations. */
  readonly status?: Exclude<BoxStatus, 'RENTADA'>;
}

export interface DemoReservation {
  readonly id: string;
  readonly box: number;
  readonly client: number;
  readonly startedDaysAgo: number;
  readonly expectedDays: number;
  readonly isBillable: boolean;
  readonly notes?: string;
  /** How and when the reservation ended. Absent: it is ACTIVA. */
  readonly ended?: { readonly by: 'close' | 'cancel'; readonly daysAgo: number };
}

const DRY = { type: 'Caja seca', length: 53 };
const COLD = { type: 'Caja refrigerada', length: 53 };
const FLAT = { type: 'Plataforma', length: 48 };

export const BOXES: readonly DemoBox[] = [
  { id: fixedId('box', 1), fields: { ...DRY, economicNumber: 'CS-101', dailyRate: 850 } },
  { id: fixedId('box', 2), fields: { ...DRY, economicNumber: 'CS-102', dailyRate: 850 } },
  {
    id: fixedId('box', 3),
    fields: { ...DRY, economicNumber: 'CS-103', dailyRate: 850, notes: 'Piso nuevo en enero.' },
  },
  { id: fixedId('box', 4), fields: { ...COLD, economicNumber: 'CR-201', dailyRate: 1_650.5 } },
  {
    id: fixedId('box', 5),
    fields: { ...COLD, economicNumber: 'CR-202', dailyRate: 1_650.5, notes: 'Compresor en reparación.' },
    status: 'MANTENIMIENTO',
  },
  { id: fixedId('box', 6), fields: { ...FLAT, economicNumber: 'PL-301', dailyRate: 720 } },
  {
    id: fixedId('box', 7),
    fields: { ...FLAT, economicNumber: 'PL-299', dailyRate: 600, notes: 'En venta.' },
    status: 'INACTIVA',
  },
];

/** The first reservation ended long ago. The second is overdue. */
export const RESERVATIONS: readonly DemoReservation[] = [
  {
    id: fixedId('reservation', 1),
    box: 1,
    client: 3,
    startedDaysAgo: 40,
    expectedDays: 7,
    isBillable: false,
    notes: 'Cortesía por el retraso de febrero.',
    ended: { by: 'close', daysAgo: 32.6 },
  },
  { id: fixedId('reservation', 2), box: 2, client: 1, startedDaysAgo: 12.3, expectedDays: 10, isBillable: true },
  {
    id: fixedId('reservation', 3),
    box: 6,
    client: 6,
    startedDaysAgo: 5,
    expectedDays: 3,
    isBillable: true,
    ended: { by: 'cancel', daysAgo: 4.8 },
  },
  { id: fixedId('reservation', 4), box: 4, client: 4, startedDaysAgo: 2.1, expectedDays: 14, isBillable: true },
];
