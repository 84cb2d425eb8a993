import * as z from 'zod/mini';
import { latinDigits } from '../digits.ts';
import { oneLine } from '../one-line.ts';

/** Longest texts in code points; the database has the same limits. */
const LONGEST_NAME = 120;
const LONGEST_DESCRIPTION = 4000;
const LONGEST_URL = 2000;

/** Picture fields of an item. */
export const IMAGE_FIELDS = ['image_1', 'image_2', 'image_3'] as const;

/** Validation rule of a number field, with its messages. */
export interface AmountRule {
  label: string;
  /** The field is empty; null where that is allowed. */
  required: string | null;
  /** The text is not a plain number. */
  notNumber?: string;
  /** Negative; for measures also zero. */
  tooSmall: string;
  /** Most decimals. */
  decimals: 0 | 2;
  most: number;
  /** Zero counts as too small. */
  aboveZero?: true;
  /** Smallest accepted number above zero. */
  least?: number;
}

/** Rupees per day, up to the database's limit. */
export const PRICE = { label: 'Price', decimals: 2, most: 9_999_999.99 } as const;
/** Whole pieces, up to the database's limit. */
export const QUANTITY = { label: 'Quantity', decimals: 0, most: 1_000_000 } as const;

/** A length in feet within the database's limits; at least 0.1 (docs/product/inventory.md). */
export const FEET = { decimals: 2, most: 1000, aboveZero: true, least: 0.1 } as const;
/** A length in centimetres within the database's limits; at least 0.1 (docs/product/inventory.md). */
export const CENTIMETRES = { decimals: 2, most: 10_000, aboveZero: true, least: 0.1 } as const;

const digits = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

/** The error in a typed number, or null. `1e9`, `₹500` and `1,200` are refused. */
export function amountProblem(typed: string, rule: AmountRule): string | null {
  const text = latinDigits(typed).trim();
  if (text === '') return rule.required;
  const parts = /^(-?)\d+(?:\.(\d*))?$/.exec(text);
  if (!parts) {
    return rule.notNumber ?? `${rule.label} must be a number in plain digits, like 1200`;
  }
  if (parts[1] || (rule.aboveZero && Number(text) === 0)) return rule.tooSmall;
  if ((parts[2] ?? '').replace(/0+$/, '').length > rule.decimals) {
    return rule.decimals === 0
      ? `${rule.label} must be a whole number`
      : `${rule.label} can have at most ${rule.decimals} decimals`;
  }
  if (rule.least !== undefined && Number(text) < rule.least) {
    return `${rule.label} must be at least ${rule.least}`;
  }
  return Number(text) > rule.most
    ? `${rule.label} can be at most ${digits.format(rule.most)}`
    : null;
}

/** Schema of a typed number; outputs the number, null for none. */
export function amount(rule: AmountRule) {
  return z.pipe(
    z.string(),
    z.transform((typed, context) => {
      const problem = amountProblem(typed, rule);
      if (problem) context.issues.push({ code: 'custom', message: problem, input: typed });
      return typed.trim() === '' ? null : Number(latinDigits(typed));
    }),
  );
}

/** why: PostgreSQL text cannot hold null bytes, JSON cannot hold lone surrogates; both are invisible. */
const visible = z.overwrite<string>((text) => text.replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, ''));

const text = (label: string, required: string, most: number, isOneLine = false) =>
  z.string().check(
    visible,
    isOneLine ? z.overwrite<string>(oneLine) : z.trim(),
    z.minLength(1, { error: required }),
    z.refine<string>((value) => Array.from(value).length <= most, {
      error: `${label} can have at most ${digits.format(most)} characters`,
    }),
  );

/** Schema of the name. */
export const nameField = (required: string) => text('Name', required, LONGEST_NAME, true);

/** Schema of the description. */
export const descriptionField = (required: string) =>
  text('Description', required, LONGEST_DESCRIPTION);

/** Schema of a lookup id; outputs null for none. */
export const lookupField = (required: string | null) =>
  z.pipe(
    required === null ? z.string() : z.string().check(z.minLength(1, { error: required })),
    z.transform((id) => id || null),
  );

/** Whether the database accepts a picture URL: http(s), or a path of this site. */
export function isImageUrl(url: string): boolean {
  return /^(https?:\/\/[^\s/\\]|\/[^\s/\\])[^\s\\]*$/.test(url);
}

/** Schema of an optional picture URL. */
export const imageField = z.string().check(
  z.trim(),
  z.refine<string>((url) => url === '' || isImageUrl(url), {
    error: 'Enter a direct link that starts with https://',
  }),
  z.refine<string>((url) => url.length <= LONGEST_URL, {
    error: `A link can have at most ${digits.format(LONGEST_URL)} characters`,
  }),
);
