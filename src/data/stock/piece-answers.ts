import * as z from 'zod/mini';
import { optionalText, text } from '#domain/shape.ts';
import { itemPiece, numberedItem, itemLabels, scanAnswer } from '#domain/scan/scan.ts';
import type { Answers } from '../core/answer-call.ts';

const pieces = z.array(itemPiece);

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
