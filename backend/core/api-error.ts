import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An error response: status, JSON body and headers. The gateway's error handler writes it. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;
  constructor(
    status: ContentfulStatusCode,
    body: { message: string } & Record<string, unknown>,
    headers: Record<string, string> = {},
  ) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}
