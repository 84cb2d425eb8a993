import * as z from 'zod/mini';
import { enquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import type { Answers } from '../core/answer-call.ts';

/**
 * Answers of the database functions behind the visitors' forms.
 * why apart from the catalogue's: they load with the forms.
 */
export const ENQUIRY_ANSWERS = {
  submit_enquiry: enquiryAnswer,
  submit_contact_enquiry: z.object({ status: z.literal('received'), received_at: z.string() }),
} satisfies Answers;
