import type { WaitingPhoto } from '#domain/desk/photo-queue.ts';

const DATABASE = 'ops-photos';
const STORE = 'waiting';

/** The photos of a user that wait in this browser, the oldest first. @throws when the browser allows no storage */
export async function readPhotos(userId: string): Promise<WaitingPhoto[]> {
  const all = await inStore<WaitingPhoto[]>('readonly', (store) => store.getAll());
  return all
    .filter((photo) => photo.userId === userId)
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.name.localeCompare(b.name));
}

/** Stores a photo. @throws when the browser allows no storage, or no more of it */
export async function addPhoto(photo: WaitingPhoto): Promise<void> {
  await inStore('readwrite', (store) => store.put(photo));
}

/** Removes a photo that was uploaded, refused or taken off its line. */
export async function dropPhoto(name: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(name));
}

/** Runs one request in a transaction, which is durable when this resolves. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () => reject(reasonOf(transaction.error)));
  });
}

let opened: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(STORE, { keyPath: 'name' }),
    );
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(reasonOf(request.error)));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

const reasonOf = (error: DOMException | null) => error ?? new Error('IndexedDB gave no reason.');
