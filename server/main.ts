/** `npm start`: serves the built site. */
import { setFlagsFromString } from 'node:v8';
import type { BuiltApp } from './render-page.ts';
import { serve } from './serve.ts';

// why: GC threads without a core stall the event loop; and the heap may grow by 70 % of what is
// alive before a collection (docs/decisions/0045-start-flags.md). Set here, because an unknown flag
// is then ignored.
setFlagsFromString('--no-parallel-scavenge');
setFlagsFromString('--heap-growing-percent=70');

const ENTRY = '../dist/server/server.js';

// why: React selects its build by this when it is loaded; the development build renders many times
// slower.
process.env['NODE_ENV'] = 'production';

await serve(async () => {
  const entry = (await import(ENTRY)) as { default: BuiltApp };
  return { app: entry.default };
});
