import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Time in which the rest of a body may come while the client reads the response (ms). */
const LINGER_MS = 1000;

/**
 * Makes a response that is sent before its request's body has come (413, 401, 429 …) say
 * `connection: close`, and closes the connection. why: before the next request on it the rest of the
 * body would have to come, however long that is.
 */
export function closeUnread(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request;
  const hasBody = headers['transfer-encoding'] ?? headers['content-length'] ?? '0';
  if (hasBody === '0') return;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    if (!request.complete) {
      response.shouldKeepAlive = false;
      socket.destroySoon = () => linger(request, socket);
    }
    return writeHead(...args);
  };
}

/**
 * Closes a connection, but reads on for a while. why: the system throws away what a client has not
 * read yet once bytes arrive that nobody reads.
 */
function linger(request: IncomingMessage, socket: Socket): void {
  socket.end();
  request.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
