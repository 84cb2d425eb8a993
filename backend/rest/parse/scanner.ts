import { badQuery } from '../errors.ts';

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
    if (!match) return null;
    this.#at = pattern.lastIndex;
    return match[0];
  }

  /** Takes what must come here. @throws RestError PGRST100. */
  need(pattern: RegExp, expected: string): string {
    return this.take(pattern) ?? this.fail(`expecting ${expected}`);
  }

  /** Text in double quotes with backslash escapes, or null when no quote comes. */
  quoted(): string | null {
    if (this.take(/"/y) === null) return null;
    const inside = this.need(/[^"\\]*(?:\\.[^"\\]*)*/sy, 'text');
    this.need(/"/y, 'a closing double quote');
    return inside.replaceAll(/\\(.)/gs, '$1');
  }

  /** An identifier: quoted, or of letters, digits, `_`, `$`, blanks and dashes. */
  name(): string {
    const quoted = this.quoted();
    if (quoted !== null) return quoted;
    return this.need(/(?:[\p{L}\p{N}_$ ]|-(?!>))+/uy, 'a name').trim();
  }

  /** @throws RestError PGRST100 unless everything has been read. */
  end(): void {
    if (this.#at < this.#text.length) this.fail('expecting the end, a comma or a dot');
  }

  /** @throws RestError PGRST100 pointing at the place. */
  fail(problem: string): never {
    const shown = this.#text.length > 120 ? `${this.#text.slice(0, 120)}…` : this.#text;
    const next = this.#text.slice(this.#at, this.#at + 1);
    throw badQuery(
      `"failed to parse ${this.#parameter} parameter (${shown})" (line 1, column ${this.#at + 1})`,
      `${next === '' ? 'unexpected end of input' : `unexpected "${next}"`} ${problem}`,
    );
  }
}
