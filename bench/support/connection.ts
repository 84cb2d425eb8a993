import { connect, type Socket } from 'node:net';
import type { LoadRequest } from './load.ts';

/** A response: status 0 when the connection broke; the size of its body without chunk framing. */
export interface Reply {
  status: number;
  bytes: number;
}

const BROKEN: Reply = { status: 0, bytes: 0 };

/**
 * A keep-alive connection with one request at a time, reopened when it breaks. why: node:http takes
 * several times the CPU, and the load generator must leave the cores to the site.
 */
export class Connection {
  readonly #host: string;
  readonly #port: number;
  #socket: Socket | null = null;
  #settle: (reply: Reply) => void = () => {};
  /** Parses one response from the received bytes; yields to wait for more. */
  #reader = this.#readReply();
  #came = Buffer.alloc(0);

  constructor(address: string) {
    const { hostname, port } = new URL(address);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** Sends a request; resolves with the last byte of its response. */
  ask({ path, method = 'GET', headers = {}, body = '' }: LoadRequest): Promise<Reply> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    if (body !== '') lines.push(`content-length: ${Buffer.byteLength(body)}\r\n`);
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}:${this.#port}\r\n`;
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#socket ??= this.#open();
      this.#socket.write(`${head}${lines.join('')}\r\n${body}`);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    this.#came = Buffer.alloc(0);
    this.#reader = this.#readReply();
    const socket = connect(this.#port, this.#host).setNoDelay();
    return socket
      .on('data', (data) => {
        this.#came = this.#came.length > 0 ? Buffer.concat([this.#came, data]) : data;
        const { done, value } = this.#reader.next();
        if (!done) return;
        this.#reader = this.#readReply();
        this.#settle(value);
      })
      .on('error', () => socket.destroy())
      .on('close', () => {
        this.#socket = null;
        this.#settle(BROKEN);
      });
  }

  *#readReply(): Generator<undefined, Reply, undefined> {
    const head = yield* this.#readTo('\r\n\r\n');
    const status = Number(head.slice(9, 12));
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    if (status === 204 || status === 304) return { status, bytes: 0 };
    if (length !== undefined) {
      yield* this.#pass(Number(length));
      return { status, bytes: Number(length) };
    }
    for (let bytes = 0; ;) {
      const size = Number.parseInt(yield* this.#readTo('\r\n'), 16);
      yield* this.#pass(size + 2);
      if (size === 0) return { status, bytes };
      bytes += size;
    }
  }

  *#readTo(mark: string): Generator<undefined, string, undefined> {
    for (; ; yield) {
      const at = this.#came.indexOf(mark);
      if (at < 0) continue;
      const text = this.#came.toString('latin1', 0, at);
      this.#came = this.#came.subarray(at + mark.length);
      return text;
    }
  }

  *#pass(bytes: number): Generator<undefined, void, undefined> {
    for (let left = bytes; ; yield) {
      const here = Math.min(left, this.#came.length);
      this.#came = this.#came.subarray(here);
      left -= here;
      if (left === 0) return;
    }
  }
}
