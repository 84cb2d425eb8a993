/** Comments, strings, quoted names and bodies: a semicolon inside them ends no statement. */
const WHOLE =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/y;

const isComment = (part: string) => part.startsWith('--') || part.startsWith('/*');

/** A statement without the comments above it, and the line on which it begins. */
export type Statement = { text: string; line: number };

/**
 * Splits SQL at its semicolons.
 * @throws Error when the last statement has none
 */
export function statementsIn(sql: string): Statement[] {
  const statements: Statement[] = [];
  let start: number | null = null;
  for (let at = 0; at < sql.length;) {
    const part = wholeAt(sql, at);
    if (!isComment(part) && part.trim() !== '') start ??= at;
    at += part.length;
    if (part === ';' && start !== null) {
      const line = sql.slice(0, start).split('\n').length;
      statements.push({ text: sql.slice(start, at), line });
      start = null;
    }
  }
  if (start !== null)
    throw new Error(`a statement has no semicolon: ${sql.slice(start, start + 60)}`);
  return statements;
}

/** The SQL without its comments: what it says to PostgreSQL. */
export function withoutComments(sql: string): string {
  let text = '';
  for (let at = 0; at < sql.length;) {
    const part = wholeAt(sql, at);
    text += isComment(part) ? ' ' : part;
    at += part.length;
  }
  return text;
}

function wholeAt(sql: string, at: number): string {
  WHOLE.lastIndex = at;
  return WHOLE.exec(sql)?.[0] ?? sql[at]!;
}
