import type { Body, Desk, Filter } from './desk';

export const createBox = ({ fleet, teamId }: Desk, body: Body<'createBox'>) =>
  fleet.POST('/teams/{teamId}/boxes', { params: { path: { teamId } }, body });

export const listBoxes = ({ fleet, teamId }: Desk, query: Filter<'listBoxes'> = {}) =>
  fleet.GET('/teams/{teamId}/boxes', { params: { path: { teamId }, query } });

export const changeBox = ({ fleet, teamId }: Desk, boxId: string, body: Body<'updateBox'>) =>
  fleet.PUT('/teams/{teamId}/boxes/{boxId}', { params: { path: { teamId, boxId } }, body });

export const deleteBox = ({ fleet, teamId }: Desk, boxId: string) =>
  fleet.DELETE('/teams/{teamId}/boxes/{boxId}', { params: { path: { teamId, boxId } } });

export const setBoxStatus = ({ fleet, teamId }: Desk, boxId: string, status: Body<'updateBoxStatus'>['status']) =>
  fleet.PUT('/teams/{teamId}/boxes/{boxId}/status', { params: { path: { teamId, boxId } }, body: { status } });

export const rentBox = ({ fleet, teamId }: Desk, body: Body<'createReservation'>) =>
  fleet.POST('/teams/{teamId}/box-reservations', { params: { path: { teamId } }, body });

export const listReservations = ({ fleet, teamId }: Desk, query: Filter<'listReservations'> = {}) =>
  fleet.GET('/teams/{teamId}/box-reservations', { params: { path: { teamId }, query } });

export const changeReservation = ({ fleet, teamId }: Desk, reservationId: string, body: Body<'updateReservation'>) =>
  fleet.PUT('/teams/{teamId}/box-reservations/{reservationId}', {
    params: { path: { teamId, reservationId } },
    body,
  });

export const closeReservation = ({ fleet, teamId }: Desk, reservationId: string, body?: Body<'closeReservation'>) =>
  fleet.PATCH('/teams/{teamId}/box-reservations/{reservationId}/close', {
    params: { path: { teamId, reservationId } },
    ...(body && { body }),
  });

export const cancelReservation = ({ fleet, teamId }: Desk, reservationId: string) =>
  fleet.PATCH('/teams/{teamId}/box-reservations/{reservationId}/cancel', {
    params: { path: { teamId, reservationId } },
  });

export const pay = ({ fleet, teamId }: Desk, body: Body<'createPayment'>) =>
  fleet.POST('/teams/{teamId}/payments', { params: { path: { teamId } }, body });

export const listPayments = ({ fleet, teamId }: Desk, query: Filter<'listPayments'> = {}) =>
  fleet.GET('/teams/{teamId}/payments', { params: { path: { teamId }, query } });

export const readPayment = ({ fleet, teamId }: Desk, paymentId: string) =>
  fleet.GET('/teams/{teamId}/payments/{paymentId}', { params: { path: { teamId, paymentId } } });

export const voidPayment = ({ fleet, teamId }: Desk, paymentId: string) =>
  fleet.DELETE('/teams/{teamId}/payments/{paymentId}', { params: { path: { teamId, paymentId } } });

export const collect = ({ fleet, teamId }: Desk, body: Body<'createCollection'>) =>
  fleet.POST('/teams/{teamId}/collections', { params: { path: { teamId } }, body });

export const readCollection = ({ fleet, teamId }: Desk, collectionId: string) =>
  fleet.GET('/teams/{teamId}/collections/{collectionId}', { params: { path: { teamId, collectionId } } });

export const allocate = ({ fleet, teamId }: Desk, collectionId: string, body: Body<'replaceAllocations'>) =>
  fleet.PUT('/teams/{teamId}/collections/{collectionId}/allocations', {
    params: { path: { teamId, collectionId } },
    body,
  });

export const voidCollection = ({ fleet, teamId }: Desk, collectionId: string) =>
  fleet.DELETE('/teams/{teamId}/collections/{collectionId}', { params: { path: { teamId, collectionId } } });

export const createReceipt = ({ fleet, teamId }: Desk, body: Body<'createReceipt'>) =>
  fleet.POST('/teams/{teamId}/receipts', { params: { path: { teamId } }, body });

export const reportReceivables = ({ fleet, teamId }: Desk, query: Filter<'reportReceivables'> = {}) =>
  fleet.GET('/teams/{teamId}/reports/receivables', { params: { path: { teamId }, query } });

export const listDueReceipts = ({ fleet, teamId }: Desk, query: Filter<'listDueReceipts'> = {}) =>
  fleet.GET('/teams/{teamId}/receipts/due', { params: { path: { teamId }, query } });

export const reportIncome = ({ fleet, teamId }: Desk, query: Filter<'reportIncome'> = {}) =>
  fleet.GET('/teams/{teamId}/reports/income', { params: { path: { teamId }, query } });

export const reportTaxes = ({ fleet, teamId }: Desk, query: Filter<'reportTaxes'> = {}) =>
  fleet.GET('/teams/{teamId}/reports/taxes', { params: { path: { teamId }, query } });

export const readStatement = ({ fleet, teamId }: Desk, id: string, query: Filter<'readStatement'> = {}) =>
  fleet.GET('/clients/{id}/statement', { params: { path: { id }, query: { teamId, ...query } } });
