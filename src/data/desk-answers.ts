import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import type { RefusedCount } from '#domain/desk/desk-text.ts';
import type {
  DeskCustomer,
  DeskLine,
  DeskPiece,
  DeskText,
  LateLine,
  DeskMovement,
  MovementItem,
  PickList,
} from '#domain/desk/pick-list.ts';
import type {
  DueList,
  DueOrder,
  DueToday,
  EndingHold,
  UnansweredEnquiry,
  WaitingEnquiry,
} from '#domain/desk/today.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';

const text = z.string();
const optionalText = z.nullable(text);
const count = z.number();

const customer: Schema<DeskCustomer> = z.object({
  id: text,
  number: text,
  name: optionalText,
  mobile: optionalText,
} satisfies Fields<DeskCustomer>);

const deskLine: Schema<DeskLine> = z.object({
  line: text,
  item: text,
  type: z.enum(ITEM_KINDS),
  name: text,
  code: text,
  image: optionalText,
  place: optionalText,
  quantity: count,
  out: count,
  back: count,
  missing: count,
  rental_from: optionalText,
  rental_to: optionalText,
  late_days: count,
  part_of: optionalText,
  price: count,
  pieces: z.array(z.object({ id: text, code: text, out: z.boolean() } satisfies Fields<DeskPiece>)),
} satisfies Fields<DeskLine>);

const lateLine: Schema<LateLine> = z.object({
  line: text,
  description: text,
  quantity: count,
  days: count,
  price: count,
  total: count,
} satisfies Fields<LateLine>);

const movementItem: Schema<MovementItem> = z.object({
  line: text,
  item: text,
  name: text,
  code: text,
  quantity: count,
  condition: z.enum(['good', 'damaged', 'missing']),
  note: optionalText,
  photos: z.array(text),
} satisfies Fields<MovementItem>);

const movement: Schema<DeskMovement> = z.object({
  id: text,
  kind: z.enum(['hand_over', 'return']),
  day: text,
  created_at: text,
  by: optionalText,
  reason: optionalText,
  undone_at: optionalText,
  undo_reason: optionalText,
  lines: z.array(movementItem),
} satisfies Fields<DeskMovement>);

const pickList: Schema<PickList | null> = z.nullable(
  z.object({
    order: z.object({
      id: text,
      order_number: text,
      status: text,
      customer,
      rental_from: optionalText,
      rental_to: optionalText,
    } satisfies Fields<PickList['order']>),
    lines: z.array(deskLine),
    texts: z.array(
      z.object({
        line: text,
        description: text,
        quantity: count,
        charge: z.nullable(z.enum(['late', 'damage', 'missing'])),
      } satisfies Fields<DeskText>),
    ),
    late: z.nullable(z.object({ days: count, lines: z.array(lateLine), total: count })),
    movements: z.array(movement),
  } satisfies Fields<PickList>),
);

const dueOrder: Schema<DueOrder> = z.object({
  id: text,
  order_number: text,
  customer,
  rental_from: text,
  rental_to: text,
  pieces: count,
  out: count,
  back: count,
  late_days: count,
} satisfies Fields<DueOrder>);

const enquiryFields = {
  id: text,
  enquiry_number: text,
  customer,
} satisfies Fields<WaitingEnquiry>;

const dueToday: Schema<DueToday> = z.object({
  day: text,
  going_out: z.array(dueOrder),
  coming_back: z.array(dueOrder),
  overdue: z.array(dueOrder),
  conflicts: count,
  unanswered: z.array(
    z.object({
      ...enquiryFields,
      created_at: text,
      hours: count,
      late: z.boolean(),
      owner: optionalText,
    } satisfies Fields<UnansweredEnquiry>),
  ),
  waiting: z.array(z.object(enquiryFields)),
  holds: z.array(z.object({ ...enquiryFields, held_until: text } satisfies Fields<EndingHold>)),
  totals: z.object({
    going_out: count,
    coming_back: count,
    overdue: count,
    unanswered: count,
    waiting: count,
    holds: count,
  } satisfies Record<DueList, unknown>),
} satisfies Fields<DueToday>);

/** Details of a refusal because pieces were moved meanwhile. */
export const refusedCounts = z.object({
  reason: z.enum(['more_than_there', 'more_than_out']),
  lines: z.array(
    z.object({
      line: text,
      item: text,
      quantity: count,
      out: count,
    } satisfies Fields<RefusedCount>),
  ),
});

/** Details of a refusal to undo a movement because pieces of it were moved again. */
export const laterMovement = z.object({ reason: z.literal('later_movement') });

/** A movement that was made or undone. */
const movementRow = z.object({ movement: text });

/** Answers of the database functions of the desk. */
export const DESK_ANSWERS = {
  pick_list: pickList,
  hand_over: movementRow,
  take_back: movementRow,
  undo_movement: movementRow,
  due_today: dueToday,
} satisfies Answers;
