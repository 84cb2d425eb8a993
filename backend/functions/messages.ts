/** The messages between the process and the thread of a function. */

/** A request or a response without its body. */
export type RequestHead = { method: string; url: string; headers: [string, string][] };
export type ResponseHead = { status: number; headers: [string, string][] };

/** The start data of a thread. */
export type WorkerData = {
  /** Path of the function's index.ts. */
  file: string;
  /** Requests to this origin are answered by the gateway in the process. */
  gatewayOrigin: string;
};

export type ToWorker =
  | { type: 'request'; id: number; address: string; head: RequestHead; body: ArrayBuffer | null }
  /** The client reads: send the next chunk of this response. */
  | { type: 'pull'; id: number }
  /** The client is gone, or the time is up. */
  | { type: 'abort'; id: number }
  | { type: 'fetched'; id: number; head: ResponseHead; body: ArrayBuffer }
  | { type: 'fetch failed'; id: number };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'response'; id: number; head: ResponseHead; hasBody: boolean }
  /** `null` ends the body. */
  | { type: 'chunk'; id: number; chunk: Uint8Array | null }
  | { type: 'failed'; id: number }
  | { type: 'fetch'; id: number; address: string; head: RequestHead; body: ArrayBuffer }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; text: string };

/** Statuses whose responses have no body (https://fetch.spec.whatwg.org/#null-body-status). */
export const hasNoBody = (status: number) => [101, 204, 205, 304].includes(status);
