import * as z from 'zod/mini';
import { text } from '#domain/shape.ts';
import { refusedCount } from '#domain/desk/desk-text.ts';
import { notHereItem } from '#domain/desk/not-here.ts';
import { pickList } from '#domain/desk/pick-list.ts';
import { dueToday } from '#domain/desk/today.ts';
import type { Answers } from '../core/answer-call.ts';

/** Details of a refusal because pieces were moved meanwhile. */
export const refusedCounts = z.object({
  reason: z.enum(['more_than_there', 'more_than_out']),
  lines: z.array(refusedCount),
});

/** Details of a refusal because pieces are not in the studio. */
export const notHere = z.object({ reason: z.literal('not_here'), lines: z.array(notHereItem) });

/** Details of a refusal to undo a movement because pieces of it were moved again. */
export const laterMovement = z.object({ reason: z.literal('later_movement') });

/** Details of a refusal because somebody decided about the charges already. */
export const charged = z.object({ reason: z.literal('charged') });

/** A movement that was made or undone. */
const movementRow = z.object({ movement: text });

/** Answers of the database functions of the desk. */
export const DESK_ANSWERS = {
  pick_list: z.nullable(pickList),
  hand_over: movementRow,
  take_back: movementRow,
  undo_movement: movementRow,
  charge_returns: z.object({ order_number: text }),
  due_today: dueToday,
} satisfies Answers;
