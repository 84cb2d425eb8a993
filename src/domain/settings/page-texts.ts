import type { SettingPicture } from './setting-picture.ts';

/** A setting of a page: a text, a picture, or rows of both. */
export type PageText =
  | string
  | SettingPicture
  | readonly Readonly<Record<string, string | SettingPicture>>[];

/** Values of a page's settings that differ from their defaults, by key: `about.title`. */
export type PageTexts = Readonly<Record<string, PageText>>;

/** Words that texts name in braces. */
export type Words = Readonly<Record<string, string | number | boolean>>;

/** Replaces words in braces that are known: 'a studio in {city}'. */
export const fillText = (text: string, words: Words): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(words, name) ? String(words[name]) : whole,
  );

/**
 * The texts of one group: the studio's own values, and the defaults for the others.
 * A value of another shape than its default, which a later version may have changed, is left out.
 * @param words replace their names in braces in all texts
 */
export function textsOf<Texts extends Readonly<Record<string, PageText>>>(
  group: string,
  defaults: Texts,
  values: PageTexts,
  words: Words,
): Texts {
  const entries = Object.entries(defaults).map(([name, usual]) => {
    return [name, filled(fitted(values[`${group}.${name}`], usual) ?? usual, words)];
  });
  return Object.fromEntries(entries) as Texts;
}

/** A value in the shape of its default, rows with all of its fields; undefined if it has another shape. */
function fitted(value: unknown, usual: unknown): unknown {
  if (Array.isArray(usual)) {
    const [first] = usual as readonly unknown[];
    const rows = Array.isArray(value) ? value.map((row) => fittedRow(row, first)) : [undefined];
    return rows.includes(undefined) ? undefined : rows;
  }
  if (typeof usual === 'string') return typeof value === 'string' ? value : undefined;
  return typeof value === 'object' && value !== null && 'alt' in value ? value : undefined;
}

function fittedRow(row: unknown, usual: unknown): unknown {
  if (typeof row !== 'object' || row === null) return undefined;
  if (usual === undefined) return row;
  const fields = Object.entries(usual as object).map(([name, one]) => {
    const value = (row as Record<string, unknown>)[name];
    return [name, fitted(value === undefined && typeof one === 'string' ? '' : value, one)];
  });
  return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields);
}

function filled(value: unknown, words: Words): unknown {
  if (typeof value === 'string') return fillText(value, words);
  if (Array.isArray(value)) return value.map((row) => filled(row, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, words)]));
}
