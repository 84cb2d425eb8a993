import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import type {
  ItemLabels,
  ItemOut,
  ItemPiece,
  NextStep,
  NumberedItem,
  ScanAnswer,
  ScannedItem,
  ScannedPiece,
} from '#domain/scan/scan.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';

const text = z.string();
const optionalText = z.nullable(text);
const count = z.number();
const kind = z.enum(ITEM_KINDS);

const piece: Schema<ItemPiece> = z.object({
  id: text,
  number: count,
  code: text,
  note: optionalText,
  retired: z.boolean(),
} satisfies Fields<ItemPiece>);

const pieces = z.array(piece);

const numberedItem: Schema<NumberedItem> = z.object({
  quantity: count,
  code: text,
  place: optionalText,
  archived: z.boolean(),
  pieces,
} satisfies Fields<NumberedItem>);

const itemLabels: Schema<ItemLabels> = z.object({
  item: text,
  type: kind,
  name: text,
  code: text,
  place: optionalText,
  pieces: z.array(z.object({ id: text, code: text })),
} satisfies Fields<ItemLabels>);

const scannedItem: Schema<ScannedItem> = z.object({
  type: kind,
  id: text,
  name: text,
  code: text,
  image: optionalText,
  place: optionalText,
  quantity: count,
  free_today: z.nullable(count),
} satisfies Fields<ScannedItem>);

const scannedPiece: Schema<ScannedPiece> = z.object({
  id: text,
  code: text,
  note: optionalText,
  retired: z.boolean(),
} satisfies Fields<ScannedPiece>);

const itemOut: Schema<ItemOut> = z.object({
  order_id: text,
  order_number: text,
  customer: optionalText,
  line: text,
  quantity: count,
  due: text,
} satisfies Fields<ItemOut>);

const nextStep: Schema<NextStep> = z.object({
  step: z.enum(['hand_over', 'take_back']),
  order_id: text,
  order_number: text,
  customer: optionalText,
  line: text,
  item: text,
  quantity: count,
  day: text,
} satisfies Fields<NextStep>);

const scanAnswer: Schema<ScanAnswer> = z.object({
  item: z.nullable(scannedItem),
  piece: z.nullable(scannedPiece),
  out: z.array(itemOut),
  next: z.array(nextStep),
} satisfies Fields<ScanAnswer>);

/** Details of a refusal that says why. */
export const reasonDetails = z.object({ reason: text });

/** Answers of the database functions of numbered pieces, places, labels and scans. */
export const PIECE_ANSWERS = {
  number_pieces: z.object({ pieces }),
  edit_piece: z.object({ pieces }),
  pieces: numberedItem,
  labels: z.array(itemLabels),
  scan: scanAnswer,
  set_place: z.object({ place: optionalText }),
} satisfies Answers;
