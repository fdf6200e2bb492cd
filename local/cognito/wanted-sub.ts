/** The client metadata by which the demo's members have the same identifier at each start. Cognito has no such key. */
export const WANTED_SUB = 'wantedSub';
