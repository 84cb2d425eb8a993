/** `npm run dev`: the site behind Vite's development server, with hot reload. */
import { createServer, isRunnableDevEnvironment } from 'vite';
import type { BuiltApp } from '#server/render-page.ts';
import { serve } from '#server/serve.ts';
import { scriptArguments } from './arguments.ts';

scriptArguments('Usage: npm run dev\nRuns the site with hot reload, until Ctrl-C.', {});

await serve(async () => {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  const ssr = vite.environments['ssr'];
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no server environment.');
  const load = async () => {
    const entry = await ssr.runner.import<{ default: BuiltApp }>(
      'virtual:tanstack-start-server-entry',
    );
    return entry.default;
  };
  const app: BuiltApp = {
    fetch: async (request, options) => (await load()).fetch(request, options),
    renderMail: async (...message) => (await load()).renderMail(...message),
  };
  return {
    app,
    withoutPolicy: true,
    writesMails: true,
    wrap: (site) => (request, response) => {
      vite.middlewares(request, response, () => site(request, response));
    },
    close: () => vite.close(),
  };
});
