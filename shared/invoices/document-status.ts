import type { InvoiceStatus } from './invoice';

interface WithStatus {
  readonly status: InvoiceStatus;
}

/** The document is in force at the SAT: VALID, also while its cancellation waits. */
export const isInForce = ({ status }: WithStatus): boolean => status === 'VALID' || status === 'CANCELLED_PENDING';

/** The SAT has the document of the invoice, or may get it. */
export const isLive = (record: WithStatus): boolean => record.status === 'PENDING' || isInForce(record);
