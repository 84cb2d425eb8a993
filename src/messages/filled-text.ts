import type { PlaceholderName } from '#domain/messages/message-texts.ts';

/** Values of placeholders; an empty text takes the comma or space before its placeholder away. */
export type PlaceholderValues = Readonly<Record<PlaceholderName, string>>;

const PLACEHOLDER = /([,;:]? )?\{([a-z_]+)\}/g;

/** Replaces the known words in braces once: what a value itself has in braces stays. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(PLACEHOLDER, (whole, before: string | undefined, word: string) => {
    if (!Object.hasOwn(values, word)) return whole;
    // why the cast: hasOwn has just checked it.
    const value = values[word as PlaceholderName];
    return value === '' ? '' : (before ?? '') + value;
  });
