import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const POLICY = 'content-security-policy';

/** What each policy holds, however little its answer may do. */
const CLOSED = ["object-src 'none'", "base-uri 'none'", "form-action 'none'"];
const NOWHERE = "frame-ancestors 'none'";

/** What every answer carries. */
const base = secureHeaders({
  xFrameOptions: 'DENY',
  referrerPolicy: 'strict-origin-when-cross-origin',
  crossOriginResourcePolicy: false,
  strictTransportSecurity: false,
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
});

/**
 * The security headers of every answer. An answer that brings no policy of its own (data, assets,
 * refusals) may do nothing as a document; behind TLS a browser is told to stay with it for a year.
 * @param isTls whether the visitor came by TLS
 * @param withPolicy whether answers carry a content security policy
 */
export function secure(
  isTls: (request: Request, bindings: unknown) => boolean,
  withPolicy: boolean,
): MiddlewareHandler {
  return async (c, next) => {
    await base(c, next);
    const own = c.res.headers.get(POLICY);
    if (withPolicy && !own?.includes(NOWHERE)) {
      c.header(POLICY, [own ?? "default-src 'none'", ...CLOSED, NOWHERE].join('; '));
    }
    if (isTls(c.req.raw, c.env)) {
      c.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
    // why: what was read with a token must not stay in a browser after signing out.
    if (/^\/(auth|rest)\/v1\//.test(c.req.path) && !c.res.headers.has('cache-control')) {
      c.header('cache-control', 'no-store');
    }
  };
}

/** Beforehand, for answers that never reach the site: requests that are no proper ones. */
export function setDefaults(response: ServerResponse): void {
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
}

const REASONS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers bytes that are no HTTP request. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = REASONS[error.code ?? ''] ?? '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n` +
      `x-content-type-options: nosniff\r\n${POLICY}: default-src 'none'; ${NOWHERE}\r\n\r\n`,
  );
}
