import type { SendOutcome, StepCall } from '#domain/scan/scan-queue.ts';
import { refusedStepText } from '#domain/scan/scan-text.ts';
import { failureDetails } from './failure-details.ts';
import { reasonDetails } from './piece-answers.ts';
import { outcomeOf } from './send-outcome.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

/** Looks a code up for the queue of scans. */
export async function lookUpScan(api: StaffApi, code: string) {
  return outcomeOf(rpc(api, 'scan', { code }));
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
    step === 'hand_over' ? rpc(api, 'hand_over', args) : rpc(api, 'take_back', args),
    (error) => refusedStepText(call, failureDetails(error, 'PT409', reasonDetails)?.reason),
  );
  return moved.state === 'done' ? { state: 'done', answer: moved.answer.movement } : moved;
}

/** Undoes the movement of a scan. @param key a repeat with it undoes once @throws {Failure} */
export async function undoScan(api: StaffApi, movement: string, key: string): Promise<void> {
  await rpc(api, 'undo_movement', { id: movement, reason: 'Scanned by mistake', key });
}
