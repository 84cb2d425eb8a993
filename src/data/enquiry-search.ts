/** why: each word costs a subquery in the database; nobody types more to find one enquiry. */
const MOST_WORDS = 5;
const LONGEST_NEEDLE = 80;

const CUSTOMER_COLUMNS = ['first_name', 'last_name', 'mobile', 'email'];

/** What one word of a search asks of the backend, in PostgREST's grammar. */
export interface WordFilter {
  /** An embed that selects nothing and only filters: `customer_0:customers()`. */
  embed: string;
  /** The embed's alias. */
  alias: string;
  /** `or` on the customer: the word stands in a name, the mobile or the e-mail address. */
  customer: string;
  /** `or` on the enquiry: such a customer, or the word stands in the number. */
  enquiry: string;
}

/**
 * A search over number, customer name, mobile and e-mail (back office §9), case-insensitive: every
 * word must stand in one of them, so that `asha rao` finds first and last name.
 */
export function wordFilters(needle: string): WordFilter[] {
  const words = needle.slice(0, LONGEST_NEEDLE).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  return words.map((word, index) => {
    const alias = `customer_${index}`;
    const like = `ilike.${contains(word)}`;
    return {
      alias,
      embed: `${alias}:customers()`,
      customer: CUSTOMER_COLUMNS.map((column) => `${column}.${like}`).join(','),
      enquiry: `${alias}.not.is.null,enquiry_number.${like}`,
    };
  });
}

/**
 * A quoted LIKE pattern for a value in a logic tree. `%`, `_` and `\` mean themselves.
 * why: PostgREST reads `*` as `%` and knows no way to write a star, so one stands for any character.
 */
function contains(word: string): string {
  const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_')}%`;
  return `"${pattern.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}
