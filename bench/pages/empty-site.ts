/** The framework's smallest app behind the same server as the site. */
import type { BuiltApp } from '#server/render-page.ts';
import { serve } from '#server/serve.ts';

process.env['NODE_ENV'] = 'production';

await serve(async () => {
  const entry = (await import(process.env['EMPTY_APP'] ?? '')) as { default: BuiltApp };
  return { app: entry.default };
});
