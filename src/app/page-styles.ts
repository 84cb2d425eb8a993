import { LRUCache } from 'lru-cache';
import { tsrStartManifest } from 'tanstack-start-manifest:v';
import queueTaps from './in-page/queue-taps.ts?script';
import { parseStyles, usedStyles, type Styles } from './used-styles.ts';

const SHEET = /<link rel="stylesheet" href="([^"]+)" data-precedence="default"\/>/g;
const CLASS = ' class="';
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Words of the script that queues taps, with the class names of what it shows. */
const OF_SCRIPTS: readonly string[] = queueTaps.match(/[\w-]+/g) ?? [];

/** The text of the built style sheets, by address. */
const sheets = tsrStartManifest().inlineCss?.styles ?? {};
const parsed = new Map<string, Styles>();

/** Class attributes of pages, which the code alone writes: a number for each, and its names. */
const numbers = new Map<string, number>();
const names: (readonly string[])[] = [];

/** Most elements of used styles that are held: pages with the same class attributes have the same. */
const MOST_USED = 200;
const used = new LRUCache<string, string>({ max: MOST_USED });

/**
 * Puts the styles that a page uses into its head, and defers its style sheets, which the browser caches: they load
 * together with the scripts, before anything that needs the rest of them can appear.
 * @param head the page's head as TanStack Start renders it
 * @param html the whole page
 * @returns the head in parts; the first ends before its first style sheet
 */
export function inlineUsedStyles(head: string, html: string): string[] {
  let attributes: Uint32Array | undefined;
  // why: every second part is the address of a sheet, which the expression captures.
  return head.split(SHEET).flatMap((part, at) => {
    if (at % 2 === 0) return [part];
    const sheet = sheets[part];
    if (sheet === undefined) return [sheetLink('rel="stylesheet"', part)];
    attributes ??= classAttributesOf(html);
    return [stylesFor(part, sheet, attributes), sheetLink('rel="deferred" as="style"', part)];
  });
}

const sheetLink = (kind: string, address: string) =>
  `<link ${kind} href="${address}" data-precedence="default"/>`;

/** The element with those rules of a sheet that the page uses, or ''. */
function stylesFor(address: string, sheet: string, attributes: Uint32Array): string {
  const key = `${address} ${attributes.join()}`;
  const known = used.get(key);
  if (known !== undefined) return known;
  const styles = parsed.get(address) ?? parseStyles(sheet);
  parsed.set(address, styles);
  const classes = new Set(OF_SCRIPTS);
  for (const attribute of attributes) for (const name of names[attribute] ?? []) classes.add(name);
  const text = usedStyles(styles, classes);
  const element = text && `<style>${text}</style>`;
  used.set(key, element);
  return element;
}

/** The numbers of the page's different class attributes, in ascending order. */
function classAttributesOf(html: string): Uint32Array {
  const found = new Set<number>();
  for (let at = html.indexOf(CLASS); at !== -1; at = html.indexOf(CLASS, at)) {
    const start = at + CLASS.length;
    at = html.indexOf('"', start);
    found.add(numberOf(html.slice(start, at)));
  }
  return Uint32Array.from(found).sort();
}

function numberOf(attribute: string): number {
  const known = numbers.get(attribute);
  if (known !== undefined) return known;
  const number = names.push(namesIn(attribute)) - 1;
  // why a copy: a part of a page's text holds all of it.
  numbers.set(Buffer.from(attribute).toString(), number);
  return number;
}

const namesIn = (attribute: string): string[] =>
  attribute
    .replaceAll(/&(\w+);|&#x([\da-f]+);/gi, (_, name: string | undefined, code: string) =>
      name ? (ENTITIES[name] ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .split(' ');
