import { renderToStaticMarkup } from 'react-dom/server';
import type { OutgoingMessage } from '#domain/messages/outgoing-message.ts';
import type { Site } from '#domain/settings/site.ts';
import { EmailBody } from './email-body.tsx';
import { DARK_RULES, LIGHT_COLOURS } from './email-colours.ts';
import { messageParts } from './message-parts.ts';
import { textPart } from './text-part.ts';

/** An e-mail's subject, in one line without controls, and its two bodies. */
export interface RenderedMessage {
  subject: string;
  html: string;
  text: string;
}

/**
 * Renders an e-mail with all values as text: nothing in them becomes HTML, a header or a placeholder.
 * @param origin of the site, without a trailing slash; links begin with it
 */
export function renderMessage(
  message: OutgoingMessage,
  site: Site,
  origin: string,
): RenderedMessage {
  const parts = messageParts(message, site, origin);
  const html = renderToStaticMarkup(
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{parts.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: DARK_RULES }} />
      </head>
      <body
        className="ground"
        style={{ margin: 0, padding: 0, backgroundColor: LIGHT_COLOURS.ground }}
      >
        <EmailBody parts={parts} colours={LIGHT_COLOURS} accent={site.brand.accent} />
      </body>
    </html>,
  );
  return { subject: parts.subject, html: `<!doctype html>\n${html}`, text: textPart(parts) };
}
