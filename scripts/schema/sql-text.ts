/** A string or a quoted identifier, whose letters and spaces must stay untouched. */
const QUOTED = /('(?:[^']|'')*'|"(?:[^"]|"")*")/;

const WIDTH = 100;

const outsideQuotes = (sql: string, change: (part: string) => string): string =>
  sql
    .split(QUOTED)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

/**
 * An expression or a definition that PostgreSQL printed, in the manner of the migrations: keywords in
 * lower case, short names of types, without casts and names that say nothing new.
 */
export function tidy(sql: string): string {
  const plain = sql
    .split(QUOTED)
    .map((part, index) => (index % 2 === 0 ? part.toLowerCase() : escaped(part)))
    .join('');
  return plain
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(/'::text\b(?!\[)/g, "'")
    .replaceAll(/\b(\d+)::numeric\b/g, '$1')
    .replaceAll(/variadic array\[([^\]]*)\]/g, '$1')
    .replaceAll(/\( (?=select)/g, '(')
    .replaceAll(/(\(select (?:\w+\.)?(\w+)\([^()]*\)) as \2\)/g, '$1)')
    .replaceAll(' using btree (', ' (');
}

/** why: a line break inside a string would break up the lines of the file. */
const escaped = (part: string) =>
  part.startsWith("'") && part.includes('\n')
    ? `e${part.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`
    : part;

/** Puts clauses that start with these words on lines below, as long as a line is too long. */
export function clauses(sql: string, ...starts: RegExp[]): string {
  let lines = sql.split('\n');
  for (const start of starts) {
    const every = new RegExp(` (?=(?:${start.source})\\b)`, 'g');
    lines = lines.flatMap((line) =>
      line.length <= WIDTH
        ? [line]
        : outsideQuotes(line, (part) => part.replaceAll(every, '\n  ')).split('\n'),
    );
  }
  return lines.join('\n');
}

/** A list in one line, or filled into several. */
export function filled(text: string): string {
  const lines = [''];
  for (const word of text.split(/(?<=,) /)) {
    const line = [lines.at(-1), word].filter(Boolean).join(' ');
    if (line.length <= WIDTH) lines[lines.length - 1] = line;
    else lines.push(`    ${word}`);
  }
  return lines.join('\n');
}

/** `name(a, b)` on one line, or with each part on its own line where one line is too short. */
export function listed(head: string, parts: string[], tail = ''): string {
  const line = `${head}(${parts.join(', ')})${tail}`;
  if (line.length <= WIDTH) return line;
  return `${head}(\n${parts.map((part) => `  ${part}`).join(',\n')}\n)${tail}`;
}

/** Splits at the commas that are in no quotes and no parentheses. */
export function splitList(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let current = '';
  for (const [index, piece] of list.split(QUOTED).entries()) {
    if (index % 2 === 1) {
      current += piece;
      continue;
    }
    for (const letter of piece) {
      if ('(['.includes(letter)) depth += 1;
      if (')]'.includes(letter)) depth -= 1;
      if (letter === ',' && depth === 0) {
        parts.push(current.trim());
        current = '';
      } else {
        current += letter;
      }
    }
  }
  return current.trim() === '' ? parts : [...parts, current.trim()];
}

/**
 * Before version 16 PostgreSQL prints `props.id` in a view of one table where later versions print
 * `id`. Returns the later form for both.
 */
export function unqualified(view: string): string {
  const from = view.split(/\n\s*from /);
  if (from.length !== 2 || /\b(?:join|union|intersect|except)\b|\(select/.test(view)) return view;
  const [, , table, alias] =
    /^(?:(\w+)\.)?(\w+)(?: (?!where|group|order|limit)(\w+))?/.exec(from[1]!) ?? [];
  const prefix = new RegExp(`\\b${alias ?? table}\\.(?=\\w)`, 'g');
  // why: the table's own name after `from` follows its schema, so no prefix is removed there.
  return outsideQuotes(view, (part) => part.replaceAll(prefix, ''));
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
