import { createInterface } from 'node:readline/promises';

/**
 * Asks for confirmation at the terminal; the argument `--yes` answers for the user.
 * @param what the consequence, without a full stop: 'This deletes everything'
 */
export async function confirmed(what: string): Promise<boolean> {
  if (process.argv.includes('--yes')) return true;
  if (!process.stdin.isTTY) {
    process.stderr.write(`${what}; say --yes to do it.\n`);
    return false;
  }
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await ask.question(`${what}. Type yes to do it: `);
  ask.close();
  return answer.trim() === 'yes';
}
