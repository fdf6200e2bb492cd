import * as v from 'valibot';
import { key, TIME_TO_LIVE } from '../platform/table/keys';
import { Uuid } from '../platform/values/fields';
import { User } from './user';

export const userKey = (userId: string) => key(User, `USER#${userId}`, 'USER');

/** What a registration told beside address and password, until the first sign-in makes the profile of it. */
export const RegistrationNote = v.object({
  name: User.entries.name,
  phone: User.entries.phone,
  [TIME_TO_LIVE]: v.number(),
});
export const registrationKey = (userId: string) => key(RegistrationNote, `USER#${userId}`, 'REGISTRATION');

export const Account = v.object({ userId: Uuid });
export const accountKey = (email: string) => key(Account, `EMAIL#${email}`, 'ACCOUNT');
