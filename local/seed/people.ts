import type { NewTeam, Role } from '../../shared/teams/team';
import { fixedId } from './identifiers';

export interface DemoMember {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export const TEAM: { readonly id: string } & Pick<NewTeam, 'name' | 'address'> = {
  id: fixedId('team', 1),
  name: 'Autotransportes Sierra Madre',
  address: {
    street: 'Av. Ruiz Cortines',
    exteriorNumber: '5600',
    neighborhood: 'Valle del Mirador',
    city: 'Monterrey',
    state: 'Nuevo León',
    country: 'Mexico',
    postalCode: '64750',
  },
};

/** The owner comes first, because the owner makes the team. */
export const MEMBERS: readonly [DemoMember, ...DemoMember[]] = [
  { email: 'owner@demo.mx', name: 'Patricia Garza', role: 'OWNER' },
  { email: 'admin@demo.mx', name: 'Ernesto Villarreal', role: 'ADMIN' },
  { email: 'member@demo.mx', name: 'Lucía Treviño', role: 'MEMBER' },
];
