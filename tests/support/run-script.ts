import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** End and output of a script. */
export type ScriptOutcome = { code: number; said: string; complained: string };

/**
 * Runs `scripts/<name>.ts` in another process, with only these environment variables and the compile
 * cache of the test run.
 */
export function runScript(
  name: string,
  variables: Record<string, string>,
  ...args: string[]
): Promise<ScriptOutcome> {
  const program = join(import.meta.dirname, `../../scripts/${name}.ts`);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, said, complained) =>
      resolve({ code: error ? Number(error.code) : 0, said, complained }),
    );
  });
}
