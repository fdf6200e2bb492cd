/** The only list of the functions that AWS invokes: one line each, named after its file. */
export { trigger as 'triggers/add-driver-claims' } from './add-driver-claims';
export { trigger as 'triggers/raise-expiring-papers' } from './raise-expiring-papers';
export { trigger as 'triggers/recover-stamping' } from './recover-stamping';
export { trigger as 'triggers/remove-abandoned-uploads' } from './remove-abandoned-uploads';
export { trigger as 'triggers/send-mail' } from './send-mail';
