import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { MiddlewareHandler } from 'hono';

const POLICY = 'content-security-policy';

/** Directives of every content security policy; a page may set its own. */
const FRAMES = 'frame-ancestors';
const STRICT = `object-src 'none'; base-uri 'none'; form-action 'none'; ${FRAMES} 'none'`;

/** Headers of every response. */
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
 * The security headers of a response. The default policy allows a document nothing; a response may
 * set its own. Over TLS, HSTS lasts a year.
 * @param isTls whether the visitor uses TLS
 * @param withPolicy whether to send a content security policy
 */
export const securityHeaders = (isTls: boolean, withPolicy = true): Record<string, string> => ({
  ...ALWAYS,
  ...(withPolicy && { [POLICY]: `default-src 'none'; ${STRICT}` }),
  ...(isTls && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});

/**
 * Sets the security headers before the app runs, so that responses that never reach it have them
 * too.
 */
export function setDefaults(response: ServerResponse, isTls: boolean, withPolicy: boolean): void {
  for (const [name, value] of Object.entries(securityHeaders(isTls, withPolicy))) {
    response.setHeader(name, value);
  }
}

/** Adds the missing directives to the app's own policies, and `no-store` to personal responses. */
export const tighten: MiddlewareHandler = async (c, next) => {
  await next();
  // why all of /ops: the policy is that of the first page, and the scan page is opened from any other.
  if (/^\/ops(\/|$)/.test(c.req.path)) {
    c.header(
      'permissions-policy',
      ALWAYS['permissions-policy'].replace('camera=()', 'camera=(self)'),
    );
  }
  const own = c.res.headers.get(POLICY);
  if (own && !own.includes(FRAMES)) c.header(POLICY, `${own}; ${STRICT}`);
  // why: data read with a token must not stay in the browser's cache after signing out.
  if (/^\/(auth|rest)\/v1\//.test(c.req.path) && !c.res.headers.has('cache-control')) {
    c.header('cache-control', 'no-store');
  }
};

/** A refused connection is closed after this time, whether or not it has read the response (ms). */
const CLOSE_AFTER_MS = 1000;

/** Responds without a body on a raw socket, and closes it. */
export function refuse(socket: Duplex, status: number, headers: Record<string, string>): void {
  const all = { connection: 'close', 'content-length': '0', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  // why: unread input would keep the socket open forever, even after the client is gone.
  socket.resume();
  setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref();
}

const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Responds to bytes that are not an HTTP request. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  refuse(socket, STATUSES[error.code ?? ''] ?? 400, securityHeaders(false));
}
