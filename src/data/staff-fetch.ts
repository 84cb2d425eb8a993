import { waitText } from '#domain/wait-text.ts';
import type { Line } from './line.ts';

/** How long an answer may take before the connection counts as lost, as for visitors' forms. */
const PATIENCE_MS = 15_000;
/** The slowest line that a long body has to get through, in bytes a millisecond. */
const SLOWEST = 20;

/**
 * The staff's fetch: ends what gets no answer, tells the line of each answer and each failure, and
 * says in words how long to wait after too many requests.
 */
export function staffFetch(line: Line): typeof fetch {
  return async (input, init) => {
    const length = typeof init?.body === 'string' ? init.body.length : 0;
    const late = AbortSignal.timeout(PATIENCE_MS + length / SLOWEST);
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
    try {
      const answer = await fetch(input, { ...init, signal });
      line.answered();
      return answer.status === 429 ? await withWait(answer, nounOf(input)) : answer;
    } catch (error) {
      if (!init?.signal?.aborted) line.doubt();
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
  const said: unknown = await answer.json().catch(() => null);
  const message = `Too many ${noun}. Try again in ${waitText(Math.ceil(seconds))}.`;
  const headers = new Headers(answer.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return Response.json(
    { ...(typeof said === 'object' ? said : null), msg: message, message },
    { status: answer.status, headers },
  );
}
