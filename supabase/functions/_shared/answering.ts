import { Refused } from './refused.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'POST, OPTIONS',
};
const json = (status: number, body: object) =>
  Response.json(body, { status, headers: { ...CORS, 'cache-control': 'no-store' } });

/** Serves a function: answers preflights, and POST requests with JSON or a refusal's sentence. */
export function serveAnswers(answer: (from: Request) => Promise<object>): void {
  Deno.serve(async (from) => {
    if (from.method === 'OPTIONS') return new Response('ok', { headers: CORS });
    try {
      if (from.method !== 'POST') throw new Refused(405, 'Send a POST request.');
      return json(200, await answer(from));
    } catch (error) {
      if (error instanceof Refused) {
        const { status, message, field } = error;
        return json(status, { message, ...(field && { field }) });
      }
      console.error(error);
      return json(500, { message: 'Something went wrong on our side. Please try again.' });
    }
  });
}
