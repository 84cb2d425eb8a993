import { DAY_MS } from '../days.ts';
import type { SendOutcome } from '../scan/scan-queue.ts';

/** A photo of a returned line that is not uploaded yet. */
export interface WaitingPhoto {
  /** Its name in the bucket, from the moment it was taken: uploaded twice, it is there once. */
  name: string;
  /** uuid of the member of staff who took it. */
  userId: string;
  /** When it was taken, ISO. */
  at: string;
  picture: Blob;
}

/** Most photos that wait in one browser for one user: about 100 MB. */
export const MOST_WAITING_PHOTOS = 60;

/** Milliseconds after which a photo that was never uploaded is dropped: seven days. */
export const PHOTO_KEPT_MS = 7 * DAY_MS;

/** The storage of the waiting photos of one user, and their way to the server. */
export interface PhotoQueueIo {
  read: () => Promise<readonly WaitingPhoto[]>;
  send: (photo: WaitingPhoto) => Promise<SendOutcome<null>>;
  remove: (name: string) => Promise<void>;
  onRefused: (photo: WaitingPhoto, message: string) => void;
  now: () => Date;
}

/**
 * Uploads the waiting photos in order until none is left or one gets no answer. Each keeps its name, so a repeat
 * after a crash stores no second photo.
 * @returns whether no photo waits any more
 */
export async function sendPhotos(io: PhotoQueueIo): Promise<boolean> {
  for (;;) {
    const [photo] = await io.read();
    if (!photo) return true;
    if (io.now().getTime() - Date.parse(photo.at) < PHOTO_KEPT_MS) {
      const sent = await io.send(photo);
      if (sent.state === 'unanswered') return false;
      if (sent.state === 'refused') io.onRefused(photo, sent.message);
    }
    await io.remove(photo.name);
  }
}
