import { addedMail, invitationMail, type Mail } from '../mail/mail';
import type { Notice } from './record-invitations';
import type { User } from './user';

/** The mails about invites. `inviter` and `team` are texts of users; `mail.ts` removes all but plain names from them. */
export const invitationMails = (
  notices: readonly Notice[],
  inviter: Pick<User, 'name'>,
  team: { readonly name: string },
): Mail[] =>
  notices.map(({ email, about, hasNames }) => {
    const names = hasNames ? { inviter: inviter.name ?? '', team: team.name } : { inviter: '', team: '' };
    return about === 'ADDED' ? addedMail(email, names) : invitationMail(email, names);
  });
