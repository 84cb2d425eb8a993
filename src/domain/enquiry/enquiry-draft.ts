import { isStudioDate, type StudioDate } from '#domain/dates.ts';
import { EMPTY_ENQUIRY, LIMITS, type EnquiryField, type EnquiryValues } from './enquiry-rules.ts';
import { editMobile } from './mobile.ts';

/** Lifetime of a draft. why limited: it holds personal data. */
const DRAFT_DAYS = 7;

/** Serialises a draft for storage. */
export function writeDraft(form: Partial<EnquiryValues>, now: Date): string {
  return JSON.stringify({ savedAt: now.toISOString(), form });
}

/**
 * Parses a stored draft; the empty form if it is missing, expired or invalid. Dates in the past are
 * dropped. Never throws.
 */
export function readDraft(text: string | null, now: Date, today: StudioDate): EnquiryValues {
  const { savedAt, form } = parse(text);
  const age = now.getTime() - Date.parse(String(savedAt));
  if (!(age < DRAFT_DAYS * 86_400_000) || typeof form !== 'object' || form === null) {
    return { ...EMPTY_ENQUIRY };
  }
  const field = (name: EnquiryField, most: number) => {
    const value = (form as Record<string, unknown>)[name];
    return typeof value === 'string' ? value.slice(0, most) : '';
  };
  const date = (name: EnquiryField) => {
    const value = field(name, 10);
    return isStudioDate(value) && value >= today ? value : '';
  };
  return {
    first_name: field('first_name', LIMITS.first_name * 2),
    last_name: field('last_name', LIMITS.last_name * 2),
    mobile: editMobile({ previous: '', raw: field('mobile', 40), caret: null }).value,
    email: field('email', LIMITS.email * 2),
    rental_from: date('rental_from'),
    rental_to: date('rental_to'),
    message: field('message', LIMITS.message * 2),
  };
}

function parse(text: string | null): { savedAt?: unknown; form?: unknown } {
  try {
    const raw: unknown = JSON.parse(text ?? '');
    return typeof raw === 'object' && raw !== null ? raw : {};
  } catch {
    return {};
  }
}
