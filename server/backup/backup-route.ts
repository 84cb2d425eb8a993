import { Hono } from 'hono';
import { StartError, type Log } from '#backend';
import type { BackupProgress } from './write.ts';
import type { MakeBackup } from './studio-backup.ts';

/** Interval of progress lines (ms). why: proxies close connections on which nothing is sent. */
const TELL_MS = 500;

interface RouteOptions {
  /** Null in the Supabase home. */
  makeBackup: MakeBackup | null;
  /** Whether the request is from a page of the site. */
  isOwnPage: (request: Request, peer: string) => boolean;
  /** Calls a database function with the caller's token. */
  callAs: (request: Request, peer: string, name: string, args: object) => Promise<Response>;
  log: Log;
}

type RouteEnv = { Bindings: { incoming: { socket: { remoteAddress?: string | undefined } } } };

/**
 * `POST /ops/backup`: writes a backup of a studio with demo data, for its admins. The database
 * checks the caller's token. Answers lines of JSON: `{"done", "of"}` while it works, then
 * `{"file", "bytes"}` or `{"failed": sentence}`. The backup is finished also when nobody listens any
 * more.
 */
export function createBackupRoute(options: RouteOptions): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  app.post('/ops/backup', async (c) => {
    const { makeBackup } = options;
    const peer = c.env.incoming.socket.remoteAddress ?? '';
    if (!makeBackup) return c.json({ message: 'Supabase makes the backups of this studio.' }, 404);
    if (!options.isOwnPage(c.req.raw, peer)) {
      return c.json({ message: 'Open this page under the address of the site.' }, 403);
    }
    const asked = await options.callAs(c.req.raw, peer, 'demo_studio', { with_counts: false });
    if (!asked.ok) return new Response(asked.body, asked);
    if ((await asked.json()) === null) {
      return c.json({ message: 'There is no demo data in this studio any more.' }, 409);
    }
    const headers = {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      // why: nginx holds back a short answer, and the page gives up after 30 s without a line.
      'x-accel-buffering': 'no',
    };
    return new Response(progressOf(makeBackup, options.log), { headers });
  });
  return app;
}

/** The lines of a backup. */
function progressOf(makeBackup: MakeBackup, log: Log): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isRead = true;
  return new ReadableStream<Uint8Array>({
    start: async (lines) => {
      const tell = (line: object) => {
        if (isRead) lines.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      let last: BackupProgress = { done: 0, of: 0 };
      tell(last);
      const telling = setInterval(() => tell(last), TELL_MS);
      try {
        tell(await makeBackup((progress) => (last = progress)));
      } catch (error) {
        log('error', 'A backup failed', { error: String(error) });
        const known = error instanceof StartError;
        tell({
          failed: known ? error.message : 'The backup failed. The log of the server says why.',
        });
      }
      clearInterval(telling);
      if (isRead) lines.close();
    },
    cancel: () => {
      isRead = false;
    },
  });
}
