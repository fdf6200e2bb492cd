import { joinCodeFrom } from '../../shared/teams/join-code';
import type { NewTeam, Role } from '../../shared/teams/team';
import { fixedBytes, fixedId } from './identifiers';

export interface DemoMember {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export const TEAM: { readonly id: string; readonly joinCode: string } & Pick<NewTeam, 'name' | 'address'> = {
  id: fixedId('team', 1),
  joinCode: joinCodeFrom(fixedBytes('join code', 40)),
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
export const MEMBERS: readonly [DemoMember, DemoMember, DemoMember] = [
  { id: fixedId('member', 1), email: 'owner@demo.mx', name: 'Patricia Garza', role: 'OWNER' },
  { id: fixedId('member', 2), email: 'admin@demo.mx', name: 'Ernesto Villarreal', role: 'ADMIN' },
  { id: fixedId('member', 3), email: 'member@demo.mx', name: 'Lucía Treviño', role: 'MEMBER' },
];

/** Has an account and belongs to no team yet. */
export const NEWCOMER: Omit<DemoMember, 'role'> = {
  id: fixedId('member', 4),
  email: 'new@demo.mx',
  name: 'Ofelia Ríos',
};
