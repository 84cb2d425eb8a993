import { waitText } from '#domain/wait-text.ts';
import type { Connection } from './connection.ts';

/** Milliseconds until a request times out, as for visitors' forms. */
const TIMEOUT_MS = 15_000;
/** The slowest upload speed that a long body is given time for, in bytes per millisecond. */
const SLOWEST_UPLOAD = 20;

/**
 * The staff's fetch: times out, reports every response and every failure to the connection monitor,
 * and turns `Retry-After` into words.
 */
export function staffFetch(connection: Connection): typeof fetch {
  return async (input, init) => {
    const length = typeof init?.body === 'string' ? init.body.length : 0;
    const timeout = AbortSignal.timeout(TIMEOUT_MS + length / SLOWEST_UPLOAD);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      const answer = await fetch(input, { ...init, signal });
      connection.recordResponse();
      return answer.status === 429 ? await withWait(answer, nounOf(input)) : answer;
    } catch (error) {
      if (!init?.signal?.aborted) connection.check();
      throw error;
    }
  };
}

const nounOf = (input: RequestInfo | URL) =>
  (input instanceof Request ? input.url : String(input)).includes('/auth/v1/')
    ? 'attempts'
    : 'requests';

/** The same refusal with the server's `Retry-After` as its message. */
async function withWait(answer: Response, noun: string): Promise<Response> {
  const seconds = Number(answer.headers.get('retry-after'));
  if (!(seconds > 0)) return answer;
  const body: unknown = await answer.json().catch(() => null);
  const message = `Too many ${noun}. Try again in ${waitText(Math.ceil(seconds))}.`;
  const headers = new Headers(answer.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return Response.json(
    { ...(typeof body === 'object' ? body : null), msg: message, message },
    { status: answer.status, headers },
  );
}
