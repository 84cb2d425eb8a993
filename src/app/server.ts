import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server';
import { createServerEntry } from '@tanstack/react-start/server-entry';
import { addTapQueue } from './tap-queue.ts';
import { deferScripts } from './deferred-scripts.ts';
import { addHeightRestore } from './list-height.ts';
import type { renderMail as RenderMail } from './render-mail.ts';

const render = createStartHandler(defaultStreamHandler);

/** Adds the tap queue, list height and deferred scripts to each page that has scripts. */
const pages = createServerEntry({
  async fetch(request, options) {
    const answer = await render(request, options);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
    const html = await answer.text();
    // why: pages of links have no scripts, and their policy allows none.
    if (!/<script\b/.test(html)) return new Response(html, answer);
    return new Response(addHeightRestore(addTapQueue(deferScripts(html))), answer);
  },
});

/** The app's server entry: pages, and e-mails with sender and recipient. */
export default {
  ...pages,
  // why imported late: few processes send e-mails.
  renderMail: async (...message: Parameters<typeof RenderMail>) =>
    (await import('./render-mail.ts')).renderMail(...message),
};
