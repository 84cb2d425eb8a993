import type { Backend } from '#data/core/backend.ts';

/** The response status when a page could not read its data. */
interface Trouble {
  status: 400 | 429 | 503;
  /** Seconds. */
  retryAfter: string;
}

/**
 * Wraps a backend to record failed reads: a page without its data is still sent, but with a status
 * that tells search engines to retry (503, 429) or that the address is invalid (400).
 */
export function watched(backend: Backend): { backend: Backend; trouble: () => Trouble | null } {
  const ask = backend.fetch ?? fetch;
  let worst: Trouble | null = null;
  const note = (status: Trouble['status'], retryAfter: string | null) => {
    if (status > (worst?.status ?? 0)) worst = { status, retryAfter: retryAfter ?? '5' };
  };
  const watching: typeof fetch = async (input, init) => {
    try {
      const answered = await ask(input, init);
      const { status, headers } = answered;
      if (status === 400 || status === 429) note(status, headers.get('retry-after'));
      else if (status > 400) note(503, headers.get('retry-after'));
      return answered;
    } catch (error) {
      note(503, null);
      throw error;
    }
  };
  const onWrongShape = () => note(503, null);
  return { backend: { ...backend, fetch: watching, onWrongShape }, trouble: () => worst };
}
