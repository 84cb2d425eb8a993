/** Groups of words that mean the same: `[['saree', 'sari'], …]`, in small letters, an expression of at most four words each. */
export interface WordsRule {
  type: 'words';
  /** Groups. */
  max: number;
  /** Expressions of a group; at least two. */
  words: number;
  /** Characters of an expression. */
  length: number;
}

/** Words of letters and digits with a space between them. */
const EXPRESSION = /^[\p{L}\p{Nd}]+( [\p{L}\p{Nd}]+)*$/u;

/** Words of an expression. */
const LONGEST_EXPRESSION = 4;

/** The problem of a list of words, or null; as `settingProblem`. */
export function wordsProblem({ max, words, length }: WordsRule, value: unknown): string | null {
  if (!Array.isArray(value)) return 'Enter a list.';
  if (value.length > max) return `At most ${max} lines.`;
  for (const [at, group] of value.entries()) {
    const problem = groupProblem(group, words, length);
    if (problem) return `Line ${at + 1}: ${problem}`;
  }
  return null;
}

function groupProblem(group: unknown, words: number, length: number): string | null {
  if (!Array.isArray(group)) return 'enter words.';
  if (group.includes('')) return 'a word is missing beside a comma.';
  if (group.length < 2) return 'enter two words or more, with commas between them.';
  if (group.length > words) return `at most ${words} words.`;
  for (const word of group) {
    if (typeof word !== 'string' || !EXPRESSION.test(word) || word !== word.toLowerCase()) {
      return 'use small letters, digits and single spaces only.';
    }
    if (Array.from(word).length > length) return `at most ${length} characters a word.`;
    if (word.split(' ').length > LONGEST_EXPRESSION) {
      return `at most ${LONGEST_EXPRESSION} words between two commas.`;
    }
  }
  return null;
}
