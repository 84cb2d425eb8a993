import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { createBuckets, type Log } from '#backend';

/** Reports that are logged from one address in a minute. */
const PER_MINUTE = 6;
const LARGEST = 2_000;

/** A fault in a browser. why so little: what else an error says may be of the person before it. */
const Report = z.object({
  /** Id of the route, such as `/_site/props/$slug`: no address. */
  route: z.string().regex(/^[\w/$.-]{1,100}$/),
  /** Class of the error. */
  name: z.string().regex(/^\w{1,40}$/),
  /** Where it was thrown: positions in our scripts. */
  at: z.array(z.string().regex(/^\/[\w./-]{1,100}:\d+:\d+$/)).max(5),
});

type ReportEnv = { Bindings: { incoming: { socket: { remoteAddress?: string | undefined } } } };

/**
 * `POST /faults`: a page tells that it failed in a browser, for the log. Anybody can send one, so nothing
 * but that shape is logged, and little from one address.
 */
export function createFaultReports({
  addressOf,
  log,
}: {
  addressOf: (request: Request, peer: string) => string;
  log: Log;
}): Hono<ReportEnv> {
  const waitOf = createBuckets(PER_MINUTE);
  return new Hono<ReportEnv>().post('/faults', bodyLimit({ maxSize: LARGEST }), async (c) => {
    const site = c.req.header('sec-fetch-site');
    if (site && site !== 'same-origin') return c.body(null, 403);
    const report = Report.safeParse(await c.req.json().catch(() => null));
    if (!report.success) return c.body(null, 400);
    const peer = c.env.incoming.socket.remoteAddress ?? '';
    if (waitOf(addressOf(c.req.raw, peer)) > 0) return c.body(null, 429);
    const { route, name, at } = report.data;
    log('error', 'a page failed in a browser', { route, error: name, at: at.join(' ') });
    return c.body(null, 204);
  });
}
