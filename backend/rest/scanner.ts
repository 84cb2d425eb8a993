import { badQuery } from './errors.ts';

/** Walks over one parameter's text. Patterns must be sticky (`y`). */
export class Scanner {
  readonly #parameter: string;
  readonly #text: string;
  #at = 0;

  constructor(parameter: string, text: string) {
    this.#parameter = parameter;
    this.#text = text;
  }

  /** Takes what the pattern matches here, or null. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match && match[0];
  }

  /** Whether the pattern came here; it is then behind us. */
  skip = (pattern: RegExp): boolean => this.take(pattern) !== null;

  /** Takes what must come here. @throws RestError PGRST100. */
  need(pattern: RegExp, expected: string): string {
    return this.take(pattern) ?? this.fail(`expecting ${expected}`);
  }

  /** Text in double quotes with backslash escapes, or null when no quote comes. */
  quoted(): string | null {
    if (!this.skip(/"/y)) return null;
    const inside = this.need(/[^"\\]*(?:\\.[^"\\]*)*/sy, 'text');
    this.need(/"/y, 'a closing double quote');
    return inside.replaceAll(/\\(.)/gs, '$1');
  }

  /** An identifier: quoted, or of letters, digits, `_`, `$`, blanks and dashes. */
  name(): string {
    const name = this.quoted() ?? this.need(/(?:[\p{L}\p{N}_$ ]|-(?!>))+/uy, 'a name').trim();
    if (this.skip(/::|->/y)) throw badQuery('Casts and JSON paths are not supported');
    return name;
  }

  /** One or more of something. */
  list<T>(separator: RegExp, read: () => T): T[] {
    const items = [read()];
    while (this.skip(separator)) items.push(read());
    return items;
  }

  /** @throws RestError PGRST100 pointing at the place. */
  fail(problem: string): never {
    const shown = this.#text.length > 120 ? `${this.#text.slice(0, 120)}…` : this.#text;
    const place = `(line 1, column ${this.#at + 1})`;
    const next = this.#text.charAt(this.#at);
    const found = next === '' ? 'unexpected end of input' : `unexpected "${next}"`;
    const message = `"failed to parse ${this.#parameter} parameter (${shown})" ${place}`;
    throw badQuery(message, `${found} ${problem}`);
  }
}

/** Reads all of a parameter's text. @throws RestError PGRST100, also when something is left. */
export function scan<T>(parameter: string, text: string, read: (scanner: Scanner) => T): T {
  const scanner = new Scanner(parameter, text);
  const result = read(scanner);
  if (!scanner.skip(/$/y)) scanner.fail('expecting the end, a comma or a dot');
  return result;
}
