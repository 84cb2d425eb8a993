import { RestError } from './errors.ts';
import { OBJECT_TYPE, type Preferences } from './parse/headers.ts';
import type { Answer, Shape } from './sql/answer.ts';

/** What kind of answer a request gets. `offset` is where the page of a read starts. */
export type Outcome = {
  kind: 'read' | 'insert' | 'change' | 'call';
  shape: Shape;
  prefer: Preferences;
  offset: number;
};

/**
 * Refuses a result that the client said it would not take; thrown inside the transaction, it
 * undoes what was written.
 * @throws RestError PGRST116 (406, one object was asked for), PGRST124 (400, more than
 * `max-affected`), PGRST103 (416, the page starts behind the end).
 */
export function verify({ kind, shape, prefer, offset }: Outcome, answer: Answer): void {
  const rows = Number(answer.rows);
  if (shape === 'object' && rows !== 1) {
    const message = 'Cannot coerce the result to a single JSON object';
    throw new RestError(406, 'PGRST116', message, { details: `The result contains ${rows} rows` });
  }
  if (kind === 'change' && prefer.maxAffected !== null && rows > prefer.maxAffected) {
    const message = 'Query result exceeds max-affected preference constraint';
    throw new RestError(400, 'PGRST124', message, { details: `The query affects ${rows} rows` });
  }
  if (answer.total !== null && offset > Number(answer.total)) {
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${answer.total} rows.`,
    });
  }
}

/** The HTTP answer, with the status and headers that PostgREST gives it. */
export function respond({ kind, shape, prefer, offset }: Outcome, answer: Answer): Response {
  const rows = Number(answer.rows);
  const counted = prefer.count === null ? null : (answer.total ?? answer.rows);
  const range = kind === 'insert' || rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  const headers = new Headers({ 'content-range': `${range}/${counted ?? '*'}` });
  if (prefer.applied !== '') headers.set('preference-applied', prefer.applied);
  if (answer.body !== null) {
    const type = shape === 'object' ? OBJECT_TYPE : 'application/json';
    headers.set('content-type', `${type}; charset=utf-8`);
  }
  const isPart = kind !== 'change' && counted !== null && rows < Number(counted);
  const filled = answer.body === null ? 204 : isPart ? 206 : 200;
  return new Response(answer.body, { status: kind === 'insert' ? 201 : filled, headers });
}
