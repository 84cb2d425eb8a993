import { isEmail } from '../../email.ts';
import { gstinProblem, panProblem } from './tax-number-problem.ts';
import { contrast } from './contrast.ts';
import { wordsProblem, type WordsRule } from './words-problem.ts';

/** The rule for a setting's value. The database has the same JSON in `private.setting_rules`. */
export type Rule = (
  | TextRule
  | { type: 'email' | 'phone' | 'url' | 'share' | 'boolean' | 'picture' | 'pan' }
  | GstinRule
  | { type: 'digits'; min: number; max: number }
  | CodeRule
  | { type: 'number'; min: number; max: number; step: number }
  | { type: 'choice'; of: readonly string[] }
  | { type: 'colour'; against: readonly string[]; contrast: number }
  | WordsRule
  | ListRule
) & {
  /** Whether it may be empty. */
  optional?: boolean;
};

/** A text. */
export interface TextRule {
  type: 'text';
  /** Characters. */
  max: number;
  multiline?: boolean;
  required?: boolean;
  /** The words that it may have in braces; absent: braces mean nothing. */
  placeholders?: readonly string[];
}

/** A number of GST. */
export interface GstinRule {
  type: 'gstin';
  /** Of a customer: also numbers of TDS, TCS, OIDAR, UIN and non-resident persons; else a taxpayer's only. */
  any?: boolean;
}

/** A code of a known form, such as an IFSC. */
export interface CodeRule {
  type: 'code';
  /** A regular expression that PostgreSQL and JavaScript read alike. */
  pattern: string;
  /** An example, for the message. */
  like: string;
  /** Whether its letters are capitals. */
  upper: boolean;
}

/** Rows with the same fields. */
export interface ListRule {
  type: 'list';
  of: Readonly<Record<string, Rule>>;
  min: number;
  max: number;
}

/** A problem of a value, with the path to its place: `[1, 'title']` in a list. */
export interface PlacedProblem {
  path: readonly (string | number)[];
  message: string;
}

const PHONE = /^\+[1-9][0-9]{7,14}$/;
const URL_PATTERN = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?([/?#][!-~]*)?$/i;
const COLOUR = /^#[0-9a-f]{6}$/;
const PICTURE =
  /^(\/storage\/v1\/object\/public\/|\/pictures\/)[A-Za-z0-9_][A-Za-z0-9_./-]*\.(webp|jpg|jpeg|png|gif|avif)$/;
// why the last two ranges: they turn the direction of the text around them.
// oxlint-disable-next-line no-control-regex -- why: control characters are what it finds.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** White space that browsers trim, and zero-width spaces, as `private.trimmed` trims. */
const BLANK = /^[\s\u200b]*$/;

const LONGEST_EMAIL = 254;
const LONGEST_URL = 2000;
const LONGEST_ALT = 200;

const lengthOf = (text: string) => Array.from(text).length;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasOnly = (value: object, names: readonly string[]) =>
  Object.keys(value).every((name) => names.includes(name));
const isBetween = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max;

/** Whether a number is a multiple of a step, in decimals. */
function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps));
}

/**
 * The problem of a value as a sentence for its field, or null when it follows the rule. Twin of
 * `private.setting_problem` in SQL; `rule-cases.ts` tests both.
 */
export function settingProblem(rule: Rule, value: unknown): string | null {
  const found = settingProblemAt(rule, value);
  if (!found) return null;
  const row = found.path.find((step) => typeof step === 'number');
  return row === undefined ? found.message : `Row ${row + 1}: ${found.message}`;
}

/** As {@link settingProblem}, with the place of the problem in a list. */
export function settingProblemAt(rule: Rule, value: unknown): PlacedProblem | null {
  if (rule.optional && (value === undefined || value === null || value === '')) return null;
  if (rule.type === 'list') return listProblem(rule, value);
  const message = plainProblem(rule, value);
  return message === null ? null : { path: [], message };
}

function listProblem({ of, min, max }: ListRule, value: unknown): PlacedProblem | null {
  const whole = (message: string) => ({ path: [], message });
  if (!Array.isArray(value)) return whole('Enter a list.');
  if (value.length < min) return whole(`At least ${min} rows.`);
  if (value.length > max) return whole(`At most ${max} rows.`);
  const fields = Object.keys(of).sort();
  for (const [at, row] of value.entries()) {
    if (!isObject(row) || !hasOnly(row, fields)) {
      return whole(`Row ${at + 1} is no row of this list.`);
    }
    for (const field of fields) {
      const found = of[field] && settingProblemAt(of[field], row[field]);
      if (found) return { path: [at, field, ...found.path], message: found.message };
    }
  }
  return null;
}

function plainProblem(rule: Exclude<Rule, ListRule>, value: unknown): string | null {
  const text = typeof value === 'string' ? value : '';
  const unless = (fits: boolean, message: string) => (fits ? null : message);
  switch (rule.type) {
    case 'text':
      return textProblem(rule, value);
    case 'email':
      return unless(
        lengthOf(text) <= LONGEST_EMAIL && isEmail(text),
        'Enter an e-mail address like name@example.com.',
      );
    case 'phone':
      return unless(PHONE.test(text), 'Enter the number with country code, like +918041230000.');
    case 'digits':
      return unless(
        /^[0-9]*$/.test(text) && isBetween(text.length, rule.min, rule.max),
        `Enter ${rule.min} to ${rule.max} digits.`,
      );
    case 'code':
      return unless(new RegExp(rule.pattern).test(text), `Enter a value like ${rule.like}.`);
    case 'url':
      return unless(
        text.length <= LONGEST_URL && URL_PATTERN.test(text),
        'Enter a web address that begins with https:// or http://.',
      );
    case 'number': {
      const { min, max, step } = rule;
      const what = step === 1 ? 'whole number' : `multiple of ${step}`;
      return unless(
        isBetween(value, min, max) && isMultiple(value, step),
        `Enter a ${what} from ${min} to ${max}.`,
      );
    }
    case 'share':
      return unless(isShare(value), 'Enter a share from 0% to 100%.');
    case 'boolean':
      return unless(typeof value === 'boolean', 'Select yes or no.');
    case 'choice':
      return unless(rule.of.includes(text), 'Select an entry of the list.');
    case 'colour':
      return colourProblem(rule, text);
    case 'picture':
      return pictureProblem(value);
    case 'gstin':
      return gstinProblem(text, rule.any);
    case 'words':
      return wordsProblem(rule, value);
    case 'pan':
      return panProblem(text);
  }
}

const isShare = (value: unknown) => isBetween(value, 0, 1) && isMultiple(value, 0.0001);

function textProblem(rule: TextRule, value: unknown): string | null {
  if (typeof value !== 'string') return 'Enter a text.';
  if (CONTROLS.test(value) || !value.isWellFormed()) {
    return 'Some characters cannot be shown: type the text again.';
  }
  if (value.includes('\n') && !rule.multiline) return 'Use one line only.';
  if (rule.required && BLANK.test(value)) return 'This cannot be empty.';
  if (lengthOf(value) > rule.max) return `At most ${rule.max} characters.`;
  return rule.placeholders ? placeholderProblem(rule.placeholders, value) : null;
}

function placeholderProblem(known: readonly string[], text: string): string | null {
  const words = Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, word = '']) => word);
  const unknown = words.find((word) => !known.includes(word));
  if (unknown === undefined) return null;
  const listed = known.map((word) => `{${word}}`).join(', ');
  return `There is no {${unknown}} here. You can use ${listed}.`;
}

function colourProblem(
  { against, contrast: least }: Extract<Rule, { type: 'colour' }>,
  colour: string,
): string | null {
  if (!COLOUR.test(colour)) return 'Enter a colour like #00726f.';
  const ground = against.find((other) => contrast(colour, other) < least);
  if (ground === undefined) return null;
  const ratio = (Math.trunc(contrast(colour, ground) * 10) / 10).toFixed(1);
  return `Too little contrast with ${ground}: ${ratio} to 1. At least ${least} to 1 is needed.`;
}

function pictureProblem(value: unknown): string | null {
  if (!isObject(value) || !hasOnly(value, ['url', 'alt', 'focus'])) return 'Select a picture.';
  const { url, alt, focus } = value;
  const isAddress = typeof url === 'string' && PICTURE.test(url) && !url.includes('..');
  if (alt === undefined || (url !== null && !isAddress)) return 'Select a picture.';
  if (typeof alt !== 'string' || lengthOf(alt) > LONGEST_ALT) {
    return `The description of a picture can have ${LONGEST_ALT} characters.`;
  }
  if (focus === undefined) return null;
  const isPoint =
    isObject(focus) && hasOnly(focus, ['x', 'y']) && isShare(focus['x']) && isShare(focus['y']);
  return isPoint ? null : 'Select a point of the picture.';
}
