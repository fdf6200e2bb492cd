/** The only list of the functions that AWS invokes: one line each, named after its file. */
export { trigger as 'triggers/add-driver-claims' } from './add-driver-claims';
export { trigger as 'triggers/canary' } from './canary';
export { trigger as 'triggers/delete-due-erasures' } from './delete-due-erasures';
export { trigger as 'triggers/dispatch-events' } from './dispatch-events';
export { trigger as 'triggers/export-accounts' } from './export-accounts';
export { trigger as 'triggers/fan-out-events' } from './fan-out-events';
export { trigger as 'triggers/keep-warm' } from './keep-warm';
export { trigger as 'triggers/limit-staff-tokens' } from './limit-staff-tokens';
export { trigger as 'triggers/raise-expiring-papers' } from './raise-expiring-papers';
export { trigger as 'triggers/raise-receipt-alerts' } from './raise-receipt-alerts';
export { trigger as 'triggers/reconcile-deliveries' } from './reconcile-deliveries';
export { trigger as 'triggers/recover-stamping' } from './recover-stamping';
export { trigger as 'triggers/remove-oversized-upload' } from './remove-oversized-upload';
export { trigger as 'triggers/send-mail' } from './send-mail';
export { trigger as 'triggers/send-out' } from './send-out';
export { trigger as 'triggers/sweep-deliveries' } from './sweep-deliveries';
