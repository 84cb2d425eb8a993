/** `npm start`: serves the built site. */
import type { BuiltApp } from './pages.ts';
import { serve } from './serve.ts';

const ENTRY = '../dist/server/server.js';

// why: React chooses its build by this when it is loaded; the one for development renders many times slower.
process.env['NODE_ENV'] = 'production';

await serve(async () => {
  const entry = (await import(ENTRY)) as { default: BuiltApp };
  return { app: entry.default };
});
