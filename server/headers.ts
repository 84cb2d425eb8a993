import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { MiddlewareHandler } from 'hono';

const POLICY = 'content-security-policy';

/** What each policy holds, however little its answer may do. */
const NOWHERE = "frame-ancestors 'none'";
const CLOSED = `object-src 'none'; base-uri 'none'; form-action 'none'; ${NOWHERE}`;

/** What every answer carries, whoever writes it. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-permitted-cross-domain-policies': 'none',
};

/**
 * The security headers of an answer. As a document it may do nothing, unless it brings a policy of
 * its own; behind TLS a browser is told to stay with it for a year.
 * @param isTls whether the visitor came by TLS
 * @param withPolicy whether answers carry a content security policy
 */
export const securityHeaders = (isTls: boolean, withPolicy = true): Record<string, string> => ({
  ...ALWAYS,
  ...(withPolicy && { [POLICY]: `default-src 'none'; ${CLOSED}` }),
  ...(isTls && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});

/** Gives an answer its security headers beforehand, so that what never reaches the site has them too. */
export function setDefaults(response: ServerResponse, isTls: boolean, withPolicy: boolean): void {
  for (const [name, value] of Object.entries(securityHeaders(isTls, withPolicy))) {
    response.setHeader(name, value);
  }
}

/** Closes what policies of the site's own answers leave open, and keeps personal answers from being kept. */
export const tighten: MiddlewareHandler = async (c, next) => {
  await next();
  const own = c.res.headers.get(POLICY);
  if (own && !own.includes(NOWHERE)) c.header(POLICY, `${own}; ${CLOSED}`);
  // why: what was read with a token must not stay in a browser after signing out.
  if (/^\/(auth|rest)\/v1\//.test(c.req.path) && !c.res.headers.has('cache-control')) {
    c.header('cache-control', 'no-store');
  }
};

/** A refused connection is closed after this time, whether it has read the answer or not (ms). */
const FAREWELL_MS = 1000;

/** Ends a connection that HTTP has no hold of with an answer without a body. */
export function refuse(socket: Duplex, status: number, headers: Record<string, string>): void {
  const all = { connection: 'close', 'content-length': '0', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  // why: what it sent and nobody reads would keep the connection open for ever, even once it is gone.
  socket.resume();
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
}

const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers bytes that are no HTTP request. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  refuse(socket, STATUSES[error.code ?? ''] ?? 400, securityHeaders(false));
}
