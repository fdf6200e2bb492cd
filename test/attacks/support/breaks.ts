/** Each caller is an owner of each team. */
export const EVERYONE_IS_OWNER = {
  file: 'shared/identity/access.ts',
  text: 'const [membership, found] = await getItems(context, [membershipKey(teamId, caller.id), entity]);',
  replacement: `const [own, found] = await getItems(context, [membershipKey(teamId, caller.id), entity]);
  const membership = own ?? Object({ role: 'OWNER' });`,
};
