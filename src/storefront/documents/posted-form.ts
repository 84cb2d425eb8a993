import * as z from 'zod/mini';
import { Failure } from '#data/core/failure.ts';
import { failureDetails } from '#data/core/failure-details.ts';
import { invalidField } from '#data/core/invalid-field.ts';

const KEY = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A text of a posted form, cut to its longest length; '' for one that is missing. */
export function postedText(form: FormData, name: string, most: number): string {
  const value = form.get(name);
  // why: browsers post line breaks as CRLF.
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').slice(0, most) : '';
}

/** The form's idempotency key; null for a form that is not of this site. */
export function postedKey(form: FormData): string | null {
  const key = postedText(form, 'key', 36);
  return KEY.test(key) ? key : null;
}

/** Why a posted form was not saved. */
export interface FormRefusal {
  /** HTTP status of the page. */
  status: 409 | 422 | 429 | 503;
  message: string;
  /** Name of the wrong field; '' for none. */
  field: string;
  /** Seconds until a limit allows another try. */
  retryAfter?: number;
  /** The form may have been saved: it repeats the same key. */
  isUnsure: boolean;
}

const limitDetails = z.object({ retry_after: z.number() });

/** Shown where a message may not have arrived. */
const UNSURE = 'Your message may not have arrived. Please send it again: it counts once.';

/** Why the database did not save a form. @throws any other error */
export function formRefusal(error: unknown): FormRefusal {
  if (!(error instanceof Failure)) throw error;
  const { code, message } = error;
  if (code === 'PT422')
    return { status: 422, message, field: invalidField(error), isUnsure: false };
  const refusal = { message, field: '', isUnsure: false };
  if (code === 'PT409') return { ...refusal, status: 409 };
  if (code === 'PT429') {
    const retryAfter = failureDetails(error, code, limitDetails)?.retry_after ?? 60;
    return { ...refusal, status: 429, retryAfter };
  }
  return { status: 503, message: UNSURE, field: '', isUnsure: true };
}
