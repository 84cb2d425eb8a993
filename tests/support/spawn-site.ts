import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** A running `node server/main.ts` on the built site, or another program that says when it is ready. */
export interface Site {
  process: ChildProcess;
  /** All that it has printed so far. */
  output: () => string;
  /** What of it is its log: all that came on standard error. */
  log: () => string;
  /** Address, once the site has said that it is ready; '' when it ended instead. */
  ready: Promise<string>;
  ended: Promise<number | null>;
}

/**
 * Starts a program of this repository on a free port, with these variables and no others.
 * @param flags of Node
 */
export function spawnSite(
  program: string,
  variables: Record<string, string>,
  flags: string[] = [],
): Site {
  const child = spawn(process.execPath, [...flags, program], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], PORT: '0', ...variables },
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
