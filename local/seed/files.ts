import type { Folder } from '../../shared/files/file';
import { fixedId } from './identifiers';
import { JPEG_BYTES } from './picture';

export interface DemoFile {
  readonly id: string;
  readonly folder: Folder;
  readonly entityType: string;
  readonly entityId: string;
  readonly fileName: string;
  /** The text of the page. */
  readonly text: string;
}

/** Files of the demo driver and of the truck of the planned trip. Each is a page that says that it is an example. */
export const FILES: readonly DemoFile[] = [
  {
    id: fixedId('file', 1),
    folder: 'drivers-files',
    entityType: 'driver',
    entityId: fixedId('driver', 1),
    fileName: 'licencia-federal.pdf',
    text: 'Licencia federal NL-B-0458812',
  },
  {
    id: fixedId('file', 2),
    folder: 'drivers-files',
    entityType: 'driver',
    entityId: fixedId('driver', 1),
    fileName: 'examen-medico.pdf',
    text: 'Dictamen de aptitud psicofisica',
  },
  {
    id: fixedId('file', 3),
    folder: 'vehicles-files',
    entityType: 'vehicle',
    entityId: fixedId('vehicle', 1),
    fileName: 'poliza-de-seguro.pdf',
    text: 'Poliza de seguro del tractocamion',
  },
];

/** A page that is uploaded and not registered yet. */
export const LICENCE = {
  folder: 'drivers-files',
  entityType: 'driver',
  entityId: fixedId('driver', 1),
  fileName: 'licencia-2028.pdf',
  text: 'Licencia federal NL-B-0458812, renovada',
} as const;

/** The photo of a delivery that the demo driver's phone has uploaded and not registered yet. */
export const DELIVERY_PHOTO = {
  driverId: fixedId('driver', 1),
  tripId: fixedId('trip', 1),
  fileId: fixedId('file', 11),
  fileName: 'entrega.jpg',
  contentType: 'image/jpeg',
  bytes: JPEG_BYTES,
} as const;
