/** Control characters, ends of lines, lone surrogates, and what turns the direction of the text around it. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u;

/**
 * Why a text cannot be a name or an address, as a sentence that says what to do; '' where it can. Twin of
 * `private.name_problem` in SQL; `plain-name-cases.ts` tests both.
 * @param isMultiline of an address: its lines may end
 */
export function nameProblem(text: string, isMultiline = false): string {
  if (/[<>]/.test(text)) return 'Please remove the characters < and >';
  const shown = isMultiline ? text.replaceAll(/[\n\t]/g, '') : text;
  return INVISIBLE.test(shown)
    ? 'This has invisible characters: please delete it and type it again'
    : '';
}
