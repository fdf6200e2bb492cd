import { defineOperation } from '../../shared/operation/define';
import { changeOwnProfile } from '../../shared/teams/profiles';
import { ProfileChanges, UserProfile } from '../../shared/teams/user';

/** Changes the caller's own profile. Absent fields stay unchanged; an empty phone or photo is removed. */
export const operation = defineOperation({
  id: 'updateOwnUser',
  summary: 'Change your profile',
  route: 'PUT /users/me',
  isOfInterface: true,
  auth: { pool: 'staff', keys: 'never' },
  input: { body: ProfileChanges },
  output: { status: 200, body: UserProfile },
  errors: [],
  uses: { changeOwnProfile },
  run: ({ input, caller, deps }) => deps.changeOwnProfile(caller.user, input.body),
});
