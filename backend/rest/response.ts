import { RestError } from './errors.ts';
import { OBJECT_TYPE, type Asked } from './request.ts';
import type { Answer } from './read.ts';

/**
 * Refuses a result that the client said it would not take; thrown inside the transaction, it
 * undoes what was written.
 * @throws RestError PGRST116 (406, one object was asked for), PGRST124 (400, more than
 * `max-affected`), PGRST103 (416, the page starts behind the end).
 */
export function verify({ kind, shape, prefer }: Asked, offset: number, answer: Answer): void {
  const rows = Number(answer.rows);
  if (shape === 'object' && rows !== 1) {
    const message = 'Cannot coerce the result to a single JSON object';
    throw new RestError(406, 'PGRST116', message, { details: `The result contains ${rows} rows` });
  }
  const mayChange = kind === 'change' || kind === 'call';
  if (mayChange && rows > Number(prefer.get('max-affected') ?? Infinity)) {
    const message = 'Query result exceeds max-affected preference constraint';
    throw new RestError(400, 'PGRST124', message, { details: `The query affects ${rows} rows` });
  }
  if (answer.total !== null && offset > Number(answer.total)) {
    const details = `An offset of ${offset} was requested, but there are only ${answer.total} rows.`;
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details });
  }
}

/** The HTTP answer, with the status and headers that PostgREST gives it. */
export function respond({ kind, shape, prefer }: Asked, offset: number, answer: Answer): Response {
  const rows = Number(answer.rows);
  const counted = prefer.has('count') ? (answer.total ?? answer.rows) : null;
  const range = kind === 'insert' || rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  const headers = new Headers({ 'content-range': `${range}/${counted ?? '*'}` });
  const applied = [...prefer].map((pair) => pair.join('=')).join(', ');
  if (applied !== '') headers.set('preference-applied', applied);
  if (answer.body !== null) {
    const type = shape === 'object' ? OBJECT_TYPE : 'application/json';
    headers.set('content-type', `${type}; charset=utf-8`);
  }
  const isPart = kind !== 'change' && counted !== null && rows < Number(counted);
  const filled = answer.body === null ? 204 : isPart ? 206 : 200;
  return new Response(answer.body, { status: kind === 'insert' ? 201 : filled, headers });
}
