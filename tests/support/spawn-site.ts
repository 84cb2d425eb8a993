import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/**
 * A running `node server/main.ts` on the built site, or another program that prints when it is
 * ready.
 */
export interface Site {
  process: ChildProcess;
  /** Its output so far. */
  output: () => string;
  /** Its log so far: the output on standard error. */
  log: () => string;
  /** Resolves with the address when the site is ready; with '' when it ends instead. */
  ready: Promise<string>;
  ended: Promise<number | null>;
}

/**
 * Starts a program of this repository on a free port, with only these environment variables and
 * the compile cache of the test run.
 * @param flags Node options
 * @param folder a checkout; by default this one
 */
export function spawnSite(
  program: string,
  variables: Record<string, string>,
  flags: string[] = [],
  folder = join(import.meta.dirname, '../..'),
): Site {
  const child = spawn(process.execPath, [...flags, program], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let log = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<string>((resolve) => {
    const listen = (text: string) => {
      output += text;
      const address = /is ready: (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      listen(text);
    });
    void ended.then(() => resolve(''));
  });
  return { process: child, output: () => output, log: () => log, ready, ended };
}
