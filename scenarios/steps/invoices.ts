import type { Body, Desk, Fields, Filter } from './desk';

const on = (teamId: string, id: string) => ({ params: { path: { id } }, body: { teamId } });
const at = (teamId: string, id: string) => ({ params: { path: { id }, query: { teamId } } });

export const configureOrganization = ({ fleet, teamId }: Desk, body: Fields<'configureOrganization'>) =>
  fleet.POST('/invoices/organization', { body: { teamId, ...body } });

export const readOrganization = ({ fleet, teamId }: Desk) =>
  fleet.GET('/invoices/organization', { params: { query: { teamId } } });

export const uploadCertificate = ({ fleet, teamId }: Desk, body: Fields<'uploadCertificate'>) =>
  fleet.POST('/invoices/certificate', { body: { teamId, ...body } });

export const createInvoice = ({ fleet, teamId }: Desk, body: Fields<'createInvoice'>) =>
  fleet.POST('/invoices', { body: { teamId, ...body } });

export const listInvoices = ({ fleet, teamId }: Desk, query: Filter<'listInvoices'> = {}) =>
  fleet.GET('/invoices', { params: { query: { teamId, ...query } } });

export const readInvoice = ({ fleet, teamId }: Desk, id: string) => fleet.GET('/invoices/{id}', at(teamId, id));

export const editInvoice = ({ fleet, teamId }: Desk, id: string, body: Fields<'editInvoice'>) =>
  fleet.PUT('/invoices/{id}', { params: { path: { id } }, body: { teamId, ...body } });

export const deleteInvoice = ({ fleet, teamId }: Desk, id: string) => fleet.DELETE('/invoices/{id}', at(teamId, id));

export const validateInvoice = ({ fleet, teamId }: Desk, id: string, online?: boolean) =>
  fleet.POST('/invoices/{id}/validate', { params: { path: { id } }, body: { teamId, ...(online && { online }) } });

export const stamp = ({ fleet, teamId }: Desk, id: string) => fleet.POST('/invoices/{id}/stamp', on(teamId, id));

export const refreshInvoice = ({ fleet, teamId }: Desk, id: string) =>
  fleet.POST('/invoices/{id}/refresh', on(teamId, id));

export const cancelInvoice = ({ fleet, teamId }: Desk, id: string, body: Fields<'cancelInvoice'>) =>
  fleet.POST('/invoices/{id}/cancel', { params: { path: { id } }, body: { teamId, ...body } });

export const substituteInvoice = ({ fleet, teamId }: Desk, id: string, body: Fields<'substituteInvoice'> = {}) =>
  fleet.POST('/invoices/{id}/substitute', { params: { path: { id } }, body: { teamId, ...body } });

export const emailInvoice = ({ fleet, teamId }: Desk, id: string, body: Fields<'emailInvoice'> = {}) =>
  fleet.POST('/invoices/{id}/email', { params: { path: { id } }, body: { teamId, ...body } });

export const createCreditNote = ({ fleet, teamId }: Desk, id: string, body: Fields<'createCreditNote'>) =>
  fleet.POST('/invoices/{id}/credit-notes', { params: { path: { id } }, body: { teamId, ...body } });

/** Answers the address of the document; does not follow it. */
export const readDocument = ({ fleet, teamId }: Desk, id: string, format: 'pdf' | 'xml') =>
  fleet.GET(`/invoices/{id}/${format}`, { ...at(teamId, id), redirect: 'manual', parseAs: 'text' });

export const createArchive = ({ fleet, teamId }: Desk, body: Body<'createArchive'>) =>
  fleet.POST('/teams/{teamId}/document-archives', { params: { path: { teamId } }, body });

export const readArchive = ({ fleet, teamId }: Desk, archiveId: string) =>
  fleet.GET('/teams/{teamId}/document-archives/{archiveId}', { params: { path: { teamId, archiveId } } });

export const searchCatalogue = ({ fleet }: Desk, name: string, query: { q?: string; limit?: number } = {}) =>
  fleet.GET('/catalogues/{name}', { params: { path: { name }, query } });
