import { type Context, Hono } from 'hono';
import type { Messages } from './messages.ts';

interface RouteOptions {
  messages: Pick<Messages, 'email' | 'folder'>;
  /** Calls a database function with the caller's token. */
  callAs: (request: Request, peer: string, name: string, args: object) => Promise<Response>;
}

type RouteEnv = { Bindings: { incoming: { socket: { remoteAddress?: string | undefined } } } };

const NO_STORE = { 'cache-control': 'no-store' };
const NO_MESSAGE = '00000000-0000-0000-0000-000000000000';
const FILE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\.eml)?$/;

/**
 * Facts for the page of messages that are not in the database, for CRM staff; the database checks their token:
 * - `GET /ops/messages/state`: `{"email": "sent" | "written" | "waits"}`, what this process does with e-mails
 * - `GET /ops/messages/mail/<id>`: an e-mail that was written into the folder, as JSON; `<id>.eml`: as a mail program
 *   reads it
 */
export function createMessageRoutes({ messages, callAs }: RouteOptions): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  /** Null when the caller may read it. */
  const refusalOf = async (c: Context<RouteEnv>, id: string): Promise<Response | null> => {
    if (!c.req.header('authorization')) return c.json({ message: 'Sign in first.' }, 401, NO_STORE);
    const peer = c.env.incoming.socket.remoteAddress ?? '';
    const asked = await callAs(c.req.raw, peer, 'outbox_message', { id });
    return asked.ok ? null : new Response(asked.body, asked);
  };

  app.get('/ops/messages/state', async (c) => {
    const refusal = await refusalOf(c, NO_MESSAGE);
    return refusal ?? c.json({ email: messages.email }, 200, NO_STORE);
  });
  app.get('/ops/messages/mail/:file', async (c) => {
    const [, id = NO_MESSAGE, ending] = FILE.exec(c.req.param('file')) ?? [];
    const refusal = await refusalOf(c, id);
    if (refusal) return refusal;
    const { folder } = messages;
    const mail = ending ? await folder?.readRaw(id) : await folder?.read(id);
    if (!mail) return c.json({ message: 'This e-mail was not written here.' }, 404, NO_STORE);
    if (!Buffer.isBuffer(mail)) return c.json(mail, 200, NO_STORE);
    return c.body(new Uint8Array(mail), 200, {
      ...NO_STORE,
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="${id}.eml"`,
    });
  });
  return app;
}
