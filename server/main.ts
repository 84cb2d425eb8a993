/** `npm start`: serves the built site. */
import { setFlagsFromString } from 'node:v8';
import type { BuiltApp } from './pages.ts';
import { serve } from './serve.ts';

// why: collector threads that get no core hold up the event loop; and garbage is kept to half of what
// is alive (bench/RESULTS.md, soak). Set here, as a Node that does not know a flag then goes on.
setFlagsFromString('--no-parallel-scavenge');
setFlagsFromString('--heap-growing-percent=50');

const ENTRY = '../dist/server/server.js';

// why: React chooses its build by this when it is loaded; the one for development renders many times slower.
process.env['NODE_ENV'] = 'production';

await serve(async () => {
  const entry = (await import(ENTRY)) as { default: BuiltApp };
  return { app: entry.default };
});
