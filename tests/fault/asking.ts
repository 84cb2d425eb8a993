import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '#tests/support/patience.ts';

/** A response of the site: its status, and its JSON or null. */
export interface Reply {
  status: number;
  body: unknown;
  headers: Headers;
}

/** A request: POST when there is a body, unless `method` differs. */
export interface Ask {
  method?: string;
  body?: object | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** Whether it is a refusal because another request holds what this one needs: it may be sent again. */
export function isBusy({ status, body }: Reply): boolean {
  const { details } = Object(body) as { details?: string };
  return status === 409 && details?.includes('"busy"') === true;
}

const PAUSE_MS = 50;

/** Maximum downtime of a site. */
const AWAY_MS = 120_000;

/**
 * A client of a site that may be down. `addressOf` is called for each request, because the address
 * may change.
 */
export function visitor(addressOf: () => string, apikey: string, given: Record<string, string>) {
  /** Sends once. @returns null without a response. */
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
   * Retries until the site accepts or refuses; `tries` counts the attempts without either.
   * @throws Error after two minutes without either
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

  /**
   * Insists, and sends again for as long as it is refused as busy, as people do. why: on a busy machine a write waits
   * for a lock, or behind others that do, longer than the site lets it; and a request that lost its client may still run.
   */
  async function settle(path: string, asked: Ask = {}): Promise<Reply & { tries: number }> {
    for (let tries = 0; ;) {
      const reply = await insist(path, asked);
      tries += reply.tries;
      if (!isBusy(reply)) return { ...reply, tries };
    }
  }

  return { ask, insist, settle };
}

export type Visitor = ReturnType<typeof visitor>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
