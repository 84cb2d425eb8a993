import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Backend } from '../core/backend.ts';
import { Failure, NO_ANSWER } from '../core/failure.ts';
import { retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import { refreshOrSignOut, type StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { OWN_STUDIO_ANSWERS } from './own-studio-answers.ts';

/** Progress of a backup, in tables and pictures. */
export interface BackupProgress {
  done: number;
  of: number;
}

/** Milliseconds without a line until a backup counts as failed; the server sends two lines a second. */
const SILENCE_MS = 30_000;

const line = z.union([
  z.object({ done: z.number(), of: z.number() }),
  z.object({ file: z.string(), bytes: z.number() }),
  z.object({ failed: z.string() }),
]);

/** The demo data of the studio, for admins; null without it. With counts it takes some milliseconds more. */
export function demoStudioQuery(api: StaffApi, withCounts: boolean) {
  return queryOptions({
    queryKey: staffKeys.demoStudio(withCounts),
    staleTime: withCounts ? 0 : 60_000,
    retry: retryOnce,
    queryFn: ({ signal }) =>
      callFunction(api, OWN_STUDIO_ANSWERS, 'demo_studio', { with_counts: withCounts }, signal),
  });
}

/**
 * Removes the demo data and everything that was added to it, all or nothing.
 * @param countedAt of the figures that the admin agreed to
 * @param hasBackup the admin has a backup that the database does not know
 * @throws {Failure} with a sentence: without a backup of the last hour, when something was changed since
 */
export const startOwnStudio = async (api: StaffApi, countedAt: string, hasBackup: boolean) =>
  callFunction(api, OWN_STUDIO_ANSWERS, 'start_own_studio', {
    counted_at: countedAt,
    has_backup: hasBackup,
  });

/**
 * Has the server write a backup into its data folder.
 * @throws {Failure} with a sentence for the admin
 */
export async function makeBackup(
  api: StaffApi,
  { origin }: Backend,
  onProgress: (progress: BackupProgress) => void,
): Promise<void> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  try {
    heard();
    const { data } = await api.auth.getSession();
    let answer = await post(origin, data.session?.access_token ?? '', silence.signal);
    if (answer.status === 401) {
      answer = await post(origin, (await refreshOrSignOut(api)) ?? '', silence.signal);
    }
    if (!answer.ok || !answer.body) throw await refusalOf(answer);
    for await (const text of linesOf(answer.body)) {
      heard();
      const told = line.parse(JSON.parse(text));
      if ('done' in told) onProgress(told);
      else if ('failed' in told) throw new Failure(told.failed, { status: 500 });
      else return;
    }
    throw new Failure(NO_ANSWER, { status: 0 });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(NO_ANSWER, { status: 0 });
  } finally {
    clearTimeout(timer);
  }
}

const post = (origin: string, token: string, signal: AbortSignal) =>
  fetch(`${origin}/ops/backup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal,
  });

async function refusalOf(answer: Response): Promise<Failure> {
  const read = z.safeParse(z.object({ message: z.string() }), await answer.json());
  return new Failure(read.success ? read.data.message : NO_ANSWER, { status: answer.status });
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((each) => each !== '');
    if (done) return;
  }
}
