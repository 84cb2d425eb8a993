import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server';
import { createServerEntry } from '@tanstack/react-start/server-entry';
import { addTapQueue } from './tap-queue.ts';
import { deferScripts } from './deferred-scripts.ts';
import { addHeightRestore } from './list-height.ts';

export { renderMessage } from '#messages/render-message.tsx';

const render = createStartHandler(defaultStreamHandler);

/** The app's server entry: adds the tap queue, list height and deferred scripts to each page that has scripts. */
export default createServerEntry({
  async fetch(request, options) {
    const answer = await render(request, options);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
    const html = await answer.text();
    // why: pages of links have no scripts, and their policy allows none.
    if (!/<script\b/.test(html)) return new Response(html, answer);
    return new Response(addHeightRestore(addTapQueue(deferScripts(html))), answer);
  },
});
