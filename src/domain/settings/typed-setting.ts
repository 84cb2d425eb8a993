import { plainEmail } from '../email.ts';
import type { SettingPicture } from './setting-picture.ts';
import { wholeTaxNumber } from './rules/gstin.ts';
import type { Rule } from './rules/rule.ts';

/** A value as a form's field holds it: numbers as typed, shares in percent. */
export type TypedSetting = string | boolean | SettingPicture;

/** Percent of a share without the noise of binary fractions: 18 of 0.18. */
const percentOf = (share: number) => Number((share * 100).toFixed(2));

/** The text or state that a field shows for a value. */
export function typedSetting(rule: Rule, value: unknown): TypedSetting {
  if (rule.type === 'picture') return value as SettingPicture;
  if (rule.type === 'boolean') return value === true;
  if (rule.type === 'share' && typeof value === 'number') return String(percentOf(value));
  if (rule.type === 'words') return wordsText(value);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The value that was typed, as the rule checks it; what is no number stays a text, which the rule refuses. */
export function settingFromTyped(rule: Rule, typed: TypedSetting): unknown {
  if (typeof typed !== 'string') return typed;
  const text = typed.trim();
  switch (rule.type) {
    case 'number':
      return numberOf(text) ?? text;
    case 'share': {
      const percent = numberOf(text.replace(/\s*%$/, ''));
      return percent === null ? text : Number((percent / 100).toFixed(6));
    }
    case 'email':
      return plainEmail(text);
    case 'phone':
    case 'digits':
      return text.replaceAll(/[\s().-]/g, '');
    case 'gstin':
    case 'pan':
      return wholeTaxNumber(text);
    case 'code': {
      const code = text.replaceAll(/\s/g, '');
      return rule.upper ? code.toUpperCase() : code;
    }
    case 'colour':
      return text.toLowerCase();
    case 'words':
      return wordsFrom(text);
    default:
      return text.replaceAll('\r\n', '\n');
  }
}

const numberOf = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null);

/** Groups of words as they are typed: a line each, with commas. */
const wordsText = (groups: unknown): string =>
  Array.isArray(groups)
    ? groups.map((group: unknown) => (Array.isArray(group) ? group.join(', ') : '')).join('\n')
    : '';

/** The groups of words in a text: lines without words are left out, T-Shirt becomes `t shirt`. */
const wordsFrom = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map(plainWords));

const plainWords = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim();

/** A value in words, for the history: '18%', 'yes', 'empty'. */
export function settingText(rule: Rule, value: unknown): string {
  if (rule.type === 'picture') return pictureText(value as Partial<SettingPicture> | undefined);
  if (rule.type === 'boolean') return value === true ? 'yes' : 'no';
  const text = typedSetting(rule, value);
  if (typeof text !== 'string' || text === '') return 'empty';
  return rule.type === 'share' ? `${text}%` : text;
}

/** A picture in words: its description or its file, and its focal point. */
function pictureText({ url, alt, focus }: Partial<SettingPicture> = {}): string {
  if (!url) return 'none';
  const name = alt
    ? `picture “${alt}”`
    : `picture ${url.slice(url.lastIndexOf('/') + 1, url.lastIndexOf('/') + 9)}`;
  return focus ? `${name} (focal point ${percentOf(focus.x)}%, ${percentOf(focus.y)}%)` : name;
}
