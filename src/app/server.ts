import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server';
import { createServerEntry } from '@tanstack/react-start/server-entry';
import { takeEarlyTaps } from './early-taps.ts';
import { holdScripts } from './late-scripts.ts';
import { keepListRoom } from './list-room.ts';

const render = createStartHandler(defaultStreamHandler);

/** The app's server side: a page takes taps at once, and its scripts come after its first pictures. */
export default createServerEntry({
  async fetch(request, options) {
    const answer = await render(request, options);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
    const html = keepListRoom(takeEarlyTaps(holdScripts(await answer.text())));
    return new Response(html, answer);
  },
});
