import type { IncomingMessage } from 'node:http';
import type { Caller } from './caller.ts';

/**
 * The Hono environment of the gateway's routes. `Bindings` accompany a request: its socket (from
 * @hono/node-server), or the visitor's address; `isPage` where a page made in this process asks.
 */
export type GatewayEnv = {
  Bindings: { address: string; isPage?: boolean } | { incoming: IncomingMessage };
  Variables: { address: string; caller: Caller; countUpload: (caller: Caller) => Promise<void> };
};
