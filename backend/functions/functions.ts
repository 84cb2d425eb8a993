import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Keys } from '../core/keys.ts';
import type { Log } from '../core/log.ts';
import { failure } from './failure.ts';
import { FUNCTION_LIMITS, type FunctionLimits } from './limits.ts';
import { type GatewayFetch, startThread, type Thread } from './thread.ts';

export type FunctionsOptions = {
  /** `supabase/functions`: each folder in it with an index.ts is a function. */
  folder: string;
  /** `supabase/config.toml`, for `verify_jwt`. */
  config: string;
  keys: Keys;
  log: Log;
  /** Loads the functions again when a file changes. */
  watching?: boolean;
  /** Overrides of `FUNCTION_LIMITS`. */
  limits?: Partial<FunctionLimits>;
};

/** The functions of a folder, each in a thread that starts with its first request. */
export type Functions = {
  readonly limits: FunctionLimits;
  has(name: string): boolean;
  verifiesJwt(name: string): boolean;
  /** The function's thread, which is started if need be. @throws ApiError NOT_FOUND. */
  thread(name: string, gateway: GatewayFetch): Thread;
  close(): Promise<void>;
};

/** Names as Supabase accepts them: `_shared` and paths are none. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** The functions that config.toml opens to callers without a token. */
function withoutJwt(config: string): Set<string> {
  const open = new Set<string>();
  let section = '';
  for (const line of existsSync(config) ? readFileSync(config, 'utf8').split('\n') : []) {
    section = /^\s*\[functions\.([\w-]+)\]/.exec(line)?.[1] ?? (/^\s*\[/.test(line) ? '' : section);
    if (section && /^\s*verify_jwt\s*=\s*false\b/.test(line)) open.add(section);
  }
  return open;
}

/** Serves the functions of a folder. */
export function createFunctions(options: FunctionsOptions): Functions {
  const { folder, config, keys, log, watching = false } = options;
  const limits = { ...FUNCTION_LIMITS, ...options.limits };
  const threads = new Map<string, Thread>();
  let open = withoutJwt(config);
  const has = (name: string) =>
    // why: the folder is listed, as a file system may ignore the case of names.
    NAME.test(name) &&
    existsSync(folder) &&
    readdirSync(folder).includes(name) &&
    existsSync(join(folder, name, 'index.ts'));

  const reload = () => {
    open = withoutJwt(config);
    for (const thread of threads.values()) thread.retire();
  };
  const watcher =
    watching && existsSync(folder)
      ? watch(dirname(folder), { recursive: true, persistent: false }, (_event, file) => {
          if (file && /^functions\b|^config\.toml$/.test(file)) reload();
        })
      : null;

  return {
    limits,
    has,
    verifiesJwt: (name) => !open.has(name),
    thread: (name, gateway) => {
      const running = threads.get(name);
      if (running) return running;
      if (!has(name)) throw failure('NOT_FOUND');
      const thread = startThread({
        name,
        file: join(folder, name, 'index.ts'),
        env: { SUPABASE_ANON_KEY: keys.anonKey, SUPABASE_SERVICE_ROLE_KEY: keys.serviceKey },
        gateway,
        limits,
        log,
        onEnd: () => threads.delete(name),
      });
      threads.set(name, thread);
      return thread;
    },
    close: async () => {
      watcher?.close();
      await Promise.all([...threads.values()].map((thread) => thread.close()));
    },
  };
}
