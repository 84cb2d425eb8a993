/** The longest name, in characters as people count them. The database's own limit. */
const LONGEST = 80;

/** What is wrong with a name for a list that has these others; null when nothing is. */
export function lookupNameProblem(name: string, others: readonly string[]): string | null {
  if (name === '') return 'Name is required';
  if (Array.from(name).length > LONGEST) return `Name can have at most ${LONGEST} characters`;
  const same = others.find((other) => other.toLowerCase() === name.toLowerCase());
  return same === undefined ? null : `${same} is in the list already`;
}
