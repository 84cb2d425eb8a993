import { setTimeout as sleep } from 'node:timers/promises';

/** An answer of the site: its status, and its JSON or, where it is none, null. */
export interface Reply {
  status: number;
  body: unknown;
  headers: Headers;
}

/** What is asked of the site: by POST where there is a body, unless `method` says otherwise. */
export interface Ask {
  method?: string;
  body?: object | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** Longest wait for an answer, after which a person sends again. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 50;

/** Longest time that a site may be away. */
const AWAY_MS = 120_000;

/** One person at a site, which may be away. `addressOf` is asked each time: it may move. */
export function visitor(addressOf: () => string, apikey: string, given: Record<string, string>) {
  /** Asks once. @returns null when no answer came. */
  async function ask(path: string, { body, headers, ...init }: Ask = {}): Promise<Reply | null> {
    const isBytes = body instanceof Uint8Array;
    try {
      const answer = await fetch(addressOf() + path, {
        ...(body && { method: 'POST', body: isBytes ? body : JSON.stringify(body) }),
        ...init,
        headers: {
          apikey,
          ...(!isBytes && { 'content-type': 'application/json' }),
          ...given,
          ...headers,
        },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await answer.text();
      return { status: answer.status, body: parse(text), headers: answer.headers };
    } catch {
      return null;
    }
  }

  /**
   * Asks until the site says yes or no; `tries` counts those that got neither.
   * @throws Error when it says neither for two minutes
   */
  async function insist(path: string, asked: Ask = {}): Promise<Reply & { tries: number }> {
    const began = performance.now();
    for (let tries = 0; ; tries += 1) {
      const reply = await ask(path, asked);
      if (reply && reply.status < 500) return { ...reply, tries };
      if (performance.now() - began > AWAY_MS) {
        throw new Error(`The site does not come back: ${path} ${JSON.stringify(reply?.body)}`);
      }
      await sleep(PAUSE_MS * Math.min(tries + 1, 20));
    }
  }

  return { ask, insist };
}

export type Visitor = ReturnType<typeof visitor>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
