import { queryOptions } from '@tanstack/react-query';
import type { StudioDate } from '#domain/days.ts';
import type { SentCharge } from '#domain/desk/desk-charges.ts';
import type { MovedLine } from '#domain/desk/desk-counts.ts';
import type { RefusedCount } from '#domain/desk/desk-text.ts';
import type { NotHereItem } from '#domain/desk/not-here.ts';
import type { WaitingPhoto } from '#domain/desk/photo-queue.ts';
import type { DeskStep } from '#domain/desk/pick-list.ts';
import type { SendOutcome } from '#domain/scan/scan-queue.ts';
import type { Backend } from '../core/backend.ts';
import { charged, laterMovement, notHere, refusedCounts, DESK_ANSWERS } from './desk-answers.ts';
import { Failure } from '../core/failure.ts';
import { failureDetails } from '../core/failure-details.ts';
import { listOptions, retryOnce } from '../core/list.ts';
import { pictureName, sendPicture } from '../stock/pictures.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import { outcomeOf } from './send-outcome.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';

/** The pick list of an order with its movements; null when there is no such order. */
export function pickListQuery(api: StaffApi, number: string) {
  return queryOptions({
    queryKey: staffKeys.pickList(number),
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, DESK_ANSWERS, 'pick_list', { number }, signal),
  });
}

/** Rows of each list of a day at the desk: at first, and after "Show all". The database allows 500. */
const ROWS_OF_LIST = { first: 12, all: 500 };

/** Which day at the desk, and how much of it. */
export interface DueQuestion {
  day: StudioDate;
  /** Only what this person owns. */
  assignee: string | undefined;
  /** All rows of its lists, not the first only. */
  isWhole: boolean;
}

/** A day at the desk, of everybody or of one owner; refetched like the lists. */
export function dueTodayQuery(api: StaffApi, { day, assignee, isWhole }: DueQuestion) {
  const most = isWhole ? ROWS_OF_LIST.all : ROWS_OF_LIST.first;
  return queryOptions({
    queryKey: staffKeys.dueToday(day, assignee, most),
    staleTime: listOptions.staleTime,
    refetchOnWindowFocus: listOptions.refetchOnWindowFocus,
    placeholderData: listOptions.placeholderData,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(
        api,
        DESK_ANSWERS,
        'due_today',
        { day, most, ...(assignee ? { assignee } : {}) },
        signal,
      ),
  });
}

/** Pieces that leave or come back, as one movement. */
export interface SentMovement {
  step: DeskStep;
  /** Of the order. */
  id: string;
  lines: MovedLine[];
  /** Charges to add to the order; returns only. Absent: somebody else decides about them. */
  charges?: SentCharge[];
  /** Absent: today. */
  day?: StudioDate;
  /** Required for a day before today, and with `anyway`. */
  reason?: string;
  /** Hand-over only: also pieces that are not in the studio. */
  anyway?: true;
  key: string;
}

/**
 * Hands pieces over or takes them back, all or none. A repeat with the same key moves nothing twice.
 * @throws {Failure} 409 with {@link refusedMovement} when other pieces were moved meanwhile, with {@link refusedNotHere}
 * when pieces are not in the studio, 422 for a wrong day or without a reason
 */
export async function movePieces(api: StaffApi, movement: SentMovement): Promise<void> {
  const { step, charges, ...args } = movement;
  if (step === 'hand-over') await callFunction(api, DESK_ANSWERS, 'hand_over', args);
  else await callFunction(api, DESK_ANSWERS, 'take_back', { ...args, ...(charges && { charges }) });
}

/** The lines of which fewer pieces are there or out; null for another error. */
export function refusedMovement(error: unknown): RefusedCount[] | null {
  return failureDetails(error, 'PT409', refusedCounts)?.lines ?? null;
}

/** The items of which pieces are not in the studio to be handed over; null for another error. */
export function refusedNotHere(error: unknown): NotHereItem[] | null {
  return failureDetails(error, 'PT409', notHere)?.lines ?? null;
}

/**
 * Undoes a movement: pieces, status, charges and repairs. A repeat with the same key undoes once.
 * @throws {Failure} 409 with {@link isLaterMovement} where its pieces were moved again
 */
export async function undoMovement(
  api: StaffApi,
  undo: { id: string; reason: string; key: string },
): Promise<void> {
  await callFunction(api, DESK_ANSWERS, 'undo_movement', undo);
}

/**
 * Adds charges, or none, for the returns of an order that wait for a decision. A repeat with the same key adds nothing twice.
 * @throws {Failure} 409 with {@link isCharged} where nothing waits any more
 */
export async function chargeReturns(
  api: StaffApi,
  decision: { id: string; charges: SentCharge[]; key: string },
): Promise<void> {
  await callFunction(api, DESK_ANSWERS, 'charge_returns', decision);
}

/** Whether somebody else decided about the charges of an order's returns. */
export function isCharged(error: unknown): boolean {
  return failureDetails(error, 'PT409', charged) !== null;
}

/** Whether a movement was not undone because a later one moved its pieces. */
export function isLaterMovement(error: unknown): boolean {
  return failureDetails(error, 'PT409', laterMovement) !== null;
}

const PHOTOS = 'returns';
/** Seconds that an address of a photo works. */
const SIGNED_SECONDS = 3600;

/**
 * The name of a new photo of a returned piece in the private bucket.
 * @throws {Failure} with a message for the user: no picture (415), too large (413)
 */
export async function returnPhotoName(orderId: string, photo: Blob): Promise<string> {
  return pictureName(orderId, photo);
}

/** Uploads a photo of a returned piece. A repeat stores no second photo. */
export async function sendReturnPhoto(
  api: StaffApi,
  backend: Backend,
  { name, picture }: WaitingPhoto,
): Promise<SendOutcome<null>> {
  const stored = sendPicture(api, backend, { bucket: PHOTOS, name }, picture).catch(
    (error: unknown) => {
      // why: an earlier attempt, whose answer was lost, has stored it.
      if (!(error instanceof Failure) || error.status !== 409) throw error;
    },
  );
  return outcomeOf(stored.then(() => null));
}

/** Addresses of photos in the private bucket, by name; they work for an hour. */
export function returnPhotosQuery(api: StaffApi, names: readonly string[]) {
  return queryOptions({
    queryKey: staffKeys.returnPhotos(names),
    // why half: an address must still work when it is opened.
    staleTime: (SIGNED_SECONDS * 1000) / 2,
    retry: retryOnce,
    enabled: names.length > 0,
    queryFn: async () => {
      const { data, error } = await api.storage
        .from(PHOTOS)
        .createSignedUrls([...names], SIGNED_SECONDS);
      if (error) throw new Failure(error.message, { status: error.status ?? 0 });
      return new Map(data.map(({ path, signedUrl }) => [path ?? '', signedUrl]));
    },
  });
}
