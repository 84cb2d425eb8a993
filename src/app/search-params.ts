/** A query string as an object: a single key gives a string, a repeated key a list. */
export type RawSearch = Record<string, string | string[]>;

/**
 * Reads `?colour=red&colour=gold&q=lamp` as `{ colour: ['red', 'gold'], q: 'lamp' }`.
 * Every value stays a string; a route's `validateSearch` gives it its type.
 */
export function parseSearch(search: string): RawSearch {
  const result: RawSearch = {};
  for (const [key, value] of new URLSearchParams(search)) {
    const known = Object.hasOwn(result, key) ? result[key] : undefined;
    if (known === undefined) result[key] = value;
    else if (Array.isArray(known)) known.push(value);
    else result[key] = [known, value];
  }
  return result;
}

/** The reverse of {@link parseSearch}: drops empty values, keeps the order of keys. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null || one === '') continue;
      params.append(key, typeof one === 'object' ? JSON.stringify(one) : String(one));
    }
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}
