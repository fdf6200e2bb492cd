/**
 * Why an example cannot be sent unchanged to a fresh server. made: it names a record that the recording made. secret: it
 * has a placeholder for a code, a token or a key, which is different each time. person: it belongs to a person that the
 * recording registered. story: it needs a state to which earlier calls lead.
 */
export type Reason = 'made' | 'secret' | 'person' | 'story';

/**
 * The examples that cannot be sent yet. The list only becomes shorter: an example of a new operation names records of
 * the demo.
 */
export const NOT_SENT: Readonly<Record<string, Reason>> = {
  // An API key and a webhook endpoint of the recording: the demo has neither.
  redeliverWebhookEvent: 'made',
  redeliverWebhookEvents: 'made',
  // The identifiers of a trip’s stops and links, of an upload and of an import are made with them.
  // The upload that it registers is granted to the phone of the recording.
  registerOwnFile: 'story',
  acceptMembership: 'person',
  changeDriverPassword: 'person',
  changeEmail: 'person',
  changeMemberRole: 'made',
  changePassword: 'person',
  confirmEmail: 'secret',
  confirmMfa: 'secret',
  confirmRegistration: 'secret',
  deleteOwnUser: 'person',
  endMemberSessions: 'made',
  endOtherSessions: 'person',
  endSession: 'made',
  exportOwnUser: 'person',
  getOwnTripInvoice: 'story',
  joinTeam: 'secret',
  logout: 'secret',
  recoverMfa: 'person',
  refresh: 'secret',
  refreshDriver: 'secret',
  removeMember: 'made',
  removeMfa: 'secret',
  resetPassword: 'secret',
  respondToMfa: 'secret',
  setDriverPassword: 'secret',
  setUpMfa: 'person',
  'stampInvoice, pending': 'story',
  uploadCertificate: 'secret',
};
