import { expectRefused, succeed } from '../expect';
import {
  allocate,
  cancelReservation,
  changeBox,
  changeReservation,
  closeReservation,
  collect,
  createBox,
  deleteBox,
  pay,
  readCollection,
  readPayment,
  rentBox,
  setBoxStatus,
  voidCollection,
  voidPayment,
} from '../steps/books';
import { deleteFile, listFiles } from '../steps/files';
import type { Ground } from './ground';

export interface Books {
  readonly boxId: string;
  readonly reservationId: string;
  readonly collectionId: string;
}

/** Boxes and their rentals, and a payment that is recorded and voided. */
export async function booksWalk({ owner, clientId, tripId, mark }: Ground): Promise<Books> {
  const box = { economicNumber: `CS-104${mark}`, type: 'Caja seca', length: 53, dailyRate: 850 };
  const { id: boxId } = await succeed(createBox(owner, box));
  await expectRefused('409 ECONOMIC_NUMBER_TAKEN', createBox(owner, box));
  await succeed(changeBox(owner, boxId, { dailyRate: 900.5 }));
  await succeed(setBoxStatus(owner, boxId, 'MANTENIMIENTO'));
  await succeed(setBoxStatus(owner, boxId, 'DISPONIBLE'));
  const rental = { boxId, clientId, startAt: '2026-02-27T14:30:00.000Z' };
  const { id: reservationId } = await succeed(rentBox(owner, rental));
  await expectRefused('409 BOX_NOT_AVAILABLE', rentBox(owner, rental));
  const notes = 'Sin llantas de refacción';
  await succeed(changeReservation(owner, reservationId, { expectedEndAt: '2026-03-10T15:00:00.000Z', notes }));
  await succeed(closeReservation(owner, reservationId, { actualEndAt: '2026-03-02T15:00:00.000Z' }));
  await expectRefused('409 RESERVATION_NOT_ACTIVE', closeReservation(owner, reservationId));
  const { id: second } = await succeed(rentBox(owner, rental));
  await succeed(cancelReservation(owner, second));
  const spare = await succeed(createBox(owner, { ...box, economicNumber: `CS-105${mark}` }));
  await succeed(deleteBox(owner, spare.id));
  const payment = { tripId, amount: 20_000, method: 'TRANSFERENCIA', reference: 'SPEI 4471' } as const;
  const { paymentId } = await succeed(pay(owner, payment));
  await succeed(readPayment(owner, paymentId));
  await succeed(voidPayment(owner, paymentId));
  const received = { clientId, amount: 1_500, method: 'TRANSFERENCIA', paymentForm: '03' } as const;
  const { id: wrong } = await succeed(collect(owner, received));
  await succeed(voidCollection(owner, wrong));
  const { id: collectionId } = await succeed(collect(owner, received));
  await succeed(allocate(owner, collectionId, { allocations: [] }));
  await succeed(readCollection(owner, collectionId));
  return { boxId, reservationId, collectionId };
}

/** A driver's licence is uploaded, listed and deleted. */
export async function filesWalk({ owner, driverId: entityId }: Ground): Promise<void> {
  const of = { entityType: 'driver', entityId };
  const { fileId } = await owner.fleet.upload({
    teamId: owner.teamId,
    folder: 'drivers-files',
    ...of,
    fileName: 'licencia-2028.pdf',
    contentType: 'application/pdf',
    content: '%PDF-1.7\nLicencia federal',
  });
  await succeed(listFiles(owner, of));
  await succeed(deleteFile(owner, fileId));
}
