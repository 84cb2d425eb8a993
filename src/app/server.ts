import {
  defineHandlerCallback,
  getSsrStatus,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { getGlobalStartContext } from '@tanstack/react-start';
import { createStartHandler, StartServer } from '@tanstack/react-start/server';
import { createServerEntry } from '@tanstack/react-start/server-entry';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { logFailedParts } from './failed-part.ts';
import { finishedPage } from './finished-page.ts';
import type { renderMail as RenderMail } from './render-mail.ts';

const DOCTYPE = '<!DOCTYPE html>';

/** Renders a page in one piece, since it is sent whole (docs/decisions/0009-pages-are-sent-whole.md). */
const render = createStartHandler({
  // why: inlineUsedStyles puts in only those that the page uses.
  inlineCss: false,
  handler: defineHandlerCallback(async ({ router, responseHeaders }) => {
    const root = createElement(StartServer, { router });
    const body = renderToString(root);
    logFailedParts(body, root, router.state.matches.at(-1)?.routeId);
    const whole = await transformHtmlStringWithRouter(router, body);
    // why by length: the framework puts nothing else before most pages, and reading its text would copy the page.
    const isBody = whole.length === DOCTYPE.length + body.length;
    const page = isBody ? [DOCTYPE, ...finishedPage(body)] : finishedPage(whole);
    const head = { status: getSsrStatus(router), headers: responseHeaders };
    const { send } = getGlobalStartContext() ?? {};
    if (!send) return new Response(page.join(''), head);
    send(page);
    return new Response(null, head);
  }),
});

/** The app's server entry: pages, and e-mails with sender and recipient. */
export default {
  ...createServerEntry({ fetch: render }),
  // why imported late: few processes send e-mails.
  renderMail: async (...message: Parameters<typeof RenderMail>) =>
    (await import('./render-mail.ts')).renderMail(...message),
};
