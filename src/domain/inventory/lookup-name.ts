/** Longest name in code points; the database has the same limit. */
const LONGEST = 80;

/** The error in a name for a lookup value, or null. Names must differ in more than case. */
export function lookupNameProblem(name: string, others: readonly string[]): string | null {
  if (name === '') return 'Name is required';
  if (Array.from(name).length > LONGEST) return `Name can have at most ${LONGEST} characters`;
  const same = others.find((other) => other.toLowerCase() === name.toLowerCase());
  return same === undefined ? null : `${same} is in the list already`;
}
