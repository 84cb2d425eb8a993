import { notHereTexts } from '#domain/desk/not-here.ts';
import type { SendOutcome, StepCall } from '#domain/scan/scan-queue.ts';
import { refusedStepText } from '#domain/scan/scan-text.ts';
import { failureDetails } from '../core/failure-details.ts';
import { reasonDetails, PIECE_ANSWERS } from '../stock/piece-answers.ts';
import { outcomeOf } from './send-outcome.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { refusedNotHere } from './desk.ts';
import { DESK_ANSWERS } from './desk-answers.ts';

/** Looks a code up for the queue of scans. */
export async function lookUpScan(api: StaffApi, code: string) {
  return outcomeOf(callFunction(api, PIECE_ANSWERS, 'scan', { code }));
}

/**
 * Hands one scanned item over or takes it back, as a movement of its own.
 * @param key of the scan: a repeat with it moves nothing twice
 * @returns the id of the movement
 */
export async function moveScanned(
  api: StaffApi,
  call: StepCall,
  key: string,
): Promise<SendOutcome<string>> {
  const { step, order_id, line, item, quantity, pieces, day, reason } = call;
  const args = {
    id: order_id,
    lines: [{ line, item, quantity, ...(pieces ? { pieces } : {}) }],
    day,
    ...(reason === null ? {} : { reason }),
    key,
  };
  const moved = await outcomeOf(
    step === 'hand_over'
      ? callFunction(api, DESK_ANSWERS, 'hand_over', args)
      : callFunction(api, DESK_ANSWERS, 'take_back', args),
    (error) => {
      const items = refusedNotHere(error);
      if (items) return notHereTexts(items, order_id).join(' ');
      return refusedStepText(call, failureDetails(error, 'PT409', reasonDetails)?.reason);
    },
  );
  return moved.state === 'done' ? { state: 'done', answer: moved.answer.movement } : moved;
}

/** Undoes the movement of a scan. @param key a repeat with it undoes once @throws {Failure} */
export async function undoScan(api: StaffApi, movement: string, key: string): Promise<void> {
  await callFunction(api, DESK_ANSWERS, 'undo_movement', {
    id: movement,
    reason: 'Scanned by mistake',
    key,
  });
}
