/** `npm start`: serves the built site. */
import type { BuiltApp } from './pages.ts';
import { serve } from './serve.ts';

const ENTRY = '../dist/server/server.js';

await serve(async () => {
  const entry = (await import(ENTRY)) as { default: BuiltApp };
  return { app: entry.default };
});
