/** A rule of a style sheet. */
interface Rule {
  text: string;
  /** For each of its selectors the classes without which it matches nothing; null: kept whatever the page has. */
  classes: string[][] | null;
  /** Custom properties that it reads. */
  reads: readonly string[];
}

/** A custom property: a declaration, or an `@property`. It is kept if a kept rule reads it. */
interface Property {
  name: string;
  text: string;
  reads: readonly string[];
}

/** Rules in a block, such as a layer or a media query, or declarations of custom properties in a rule. */
interface Block {
  head: string;
  parts: Part[];
}

type Part = Rule | Property | Block;

/** A style sheet from which {@link usedStyles} picks. */
export interface Styles {
  parts: readonly Part[];
  /** Its layers in their order. why: a layer that a page leaves out must not come last when the rest is loaded. */
  order: string;
}

/** A block for Safari before 16.4 and Firefox before 128, which the site does not support (README.md#supported-browsers). */
const FOR_OLDER = /^@supports .*\(-webkit-hyphens:none\)/;
/** Blocks that hold rules; other at-rules are rules themselves. */
const BLOCK = /^@(layer|media|supports|container|starting-style)\b/;
const CLASS = /\.((?:\\[\da-f]{1,6} ?|\\.|[\w-]|[^\0-\x7F])+)/giu;

/** Prepares a minified style sheet without nested rules. */
export function parseStyles(css: string): Styles {
  const parts = partsOf(css.replaceAll(/\/\*[^]*?\*\//g, ''));
  const layers = parts.flatMap((part) =>
    'parts' in part && part.head.startsWith('@layer ') ? [part.head.slice(7)] : [],
  );
  return { parts, order: layers.length > 0 ? `@layer ${[...new Set(layers)].join(',')};` : '' };
}

/** The rules of a style sheet that match something in a page with these classes, in their order. */
export function usedStyles({ parts, order }: Styles, classes: ReadonlySet<string>): string {
  const isMatched = (rule: Rule) =>
    rule.classes === null || rule.classes.some((all) => all.every((one) => classes.has(one)));
  const read = new Set<string>();
  const all = [...leavesOf(parts)];
  const waiting: (Rule | Property)[] = all.filter((one) => 'classes' in one && isMatched(one));
  const properties = Map.groupBy(
    all.filter((one) => 'name' in one),
    ({ name }) => name,
  );
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    for (const name of one.reads) {
      if (read.has(name)) continue;
      read.add(name);
      waiting.push(...(properties.get(name) ?? []));
    }
  }
  return order + textOf(parts, (one) => ('name' in one ? read.has(one.name) : isMatched(one)));
}

function* leavesOf(parts: readonly Part[]): Generator<Rule | Property> {
  for (const part of parts) {
    if ('parts' in part) yield* leavesOf(part.parts);
    else yield part;
  }
}

function textOf(parts: readonly Part[], isKept: (one: Rule | Property) => boolean): string {
  let text = '';
  for (const part of parts) {
    if (!('parts' in part)) {
      if (isKept(part)) text += part.text;
      continue;
    }
    const inner = textOf(part.parts, isKept);
    if (inner !== '') text += `${part.head}{${inner}}`;
  }
  return text;
}

function partsOf(css: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < css.length;) {
    const open = indexOfAny(css, '{;', at);
    if (open === -1) break;
    const head = css.slice(at, open).trim();
    if (css[open] === ';') {
      parts.push({ text: `${head};`, classes: null, reads: [] });
      at = open + 1;
      continue;
    }
    const close = closingBrace(css, open);
    parts.push(partOf(head, css.slice(open + 1, close)));
    at = close + 1;
  }
  return parts;
}

function partOf(head: string, body: string): Part {
  if (BLOCK.test(head)) return { head, parts: FOR_OLDER.test(head) ? [] : partsOf(body) };
  const text = `${head}{${body}}`;
  const name = /^@property (--[\w-]+)/.exec(head)?.[1];
  if (name) return { name, text, reads: [] };
  if (head.startsWith('@')) return { text, classes: null, reads: readsOf(body) };
  const classes = selectorsOf(head).map(classesOf);
  if (classes.every((all) => all.length > 0)) return { text, classes, reads: readsOf(body) };
  const declarations = declarationsOf(body);
  if (declarations.every((one) => one.startsWith('--'))) {
    return { head, parts: declarations.map(propertyOf) };
  }
  return { text, classes: null, reads: readsOf(body) };
}

const propertyOf = (declaration: string): Property => ({
  name: declaration.slice(0, declaration.indexOf(':')),
  text: `${declaration};`,
  reads: readsOf(declaration),
});

const readsOf = (body: string): string[] => [
  ...new Set([...body.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name)),
];

function declarationsOf(body: string): string[] {
  const declarations: string[] = [];
  for (let at = 0; at < body.length;) {
    const end = indexOfAny(body, ';', at);
    const close = end === -1 ? body.length : end;
    declarations.push(body.slice(at, close).trim());
    at = close + 1;
  }
  return declarations;
}

/** The selectors of a list, without what is in parentheses or brackets, which a page may match in many ways. */
function selectorsOf(list: string): string[] {
  const selectors = [''];
  let depth = 0;
  for (let at = 0; at < list.length; at += 1) {
    const letter = list[at] ?? '';
    const isEscape = letter === '\\';
    const text = isEscape ? list.slice(at, at + 2) : letter;
    if (isEscape) at += 1;
    if (text === ')' || text === ']') depth -= 1;
    if (text === '(' || text === '[') depth += 1;
    else if (depth === 0 && text === ',') selectors.push('');
    else if (depth === 0) selectors.push((selectors.pop() ?? '') + text);
  }
  return selectors;
}

/** The classes of a selector as they stand in a class attribute (CSS Syntax Level 3 §4.3.7). */
const classesOf = (selector: string): string[] =>
  [...selector.matchAll(CLASS)].map(([, name = '']) =>
    name.replaceAll(/\\([\da-f]{1,6}) ?|\\(.)/giu, (_, code?: string, letter?: string) =>
      code ? String.fromCodePoint(Number.parseInt(code, 16)) : (letter ?? ''),
    ),
  );

/** Index of the first of these letters that is outside of quotes and parentheses, or -1. */
function indexOfAny(css: string, letters: string, from: number): number {
  let depth = 0;
  for (let at = from; at < css.length; at += 1) {
    const letter = css[at] ?? '';
    if (letter === '\\') at += 1;
    else if (letter === '"' || letter === "'") at = endOfQuote(css, at);
    else if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    else if (depth === 0 && letters.includes(letter)) return at;
  }
  return -1;
}

function closingBrace(css: string, open: number): number {
  let at = open;
  for (let depth = 1; depth > 0;) {
    at = indexOfAny(css, '{}', at + 1);
    if (at === -1) return css.length;
    depth += css[at] === '{' ? 1 : -1;
  }
  return at;
}

function endOfQuote(css: string, start: number): number {
  for (let at = start + 1; at < css.length; at += 1) {
    if (css[at] === '\\') at += 1;
    else if (css[at] === css[start]) return at;
  }
  return css.length;
}
