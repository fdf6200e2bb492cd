import { key, ofTeam, part } from '../platform/table/keys';
import { Client } from './client';

export const clientKey = (teamId: string, clientId: string) => key(Client, ofTeam(teamId), `CLIENT#${clientId}`);
export const clientsOf = (teamId: string) => part(Client, ofTeam(teamId), 'CLIENT#');
