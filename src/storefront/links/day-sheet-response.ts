import type { CrewDaySheet } from '#data/desk/shared-link-answers.ts';
import type { PublicApi } from '#data/catalogue/public-api.ts';
import { readDaySheet } from '#data/desk/shared-links.ts';
import { lengthText, periodText } from '#domain/availability/availability-text.ts';
import { formatMobile } from '#domain/phone.ts';
import type { CrewBooking } from '#domain/calendar/day-sheet.ts';
import type { Site } from '#domain/settings/site.ts';
import { LINK_HEADERS } from './link-headers.ts';

const STYLE = `:root{color-scheme:light dark}body{margin:0;background:#fbfaf7;color:#1d1a16;font:1rem/1.55 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:2rem 1.25rem 3rem}h1{font-size:1.75rem;line-height:1.2;margin:0}
h2{font-size:1rem;margin:0 0 .25rem}p{margin:.25rem 0}.quiet{color:#665f55}
section{border-top:1px solid #ddd8ce;padding:1.25rem 0;overflow-wrap:anywhere}
header{padding-bottom:1.25rem}.note{white-space:pre-line}
a{color:#00706b;font-weight:600;display:inline-block;padding:.625rem 0}@media print{main{padding:0}}
@media screen and (prefers-color-scheme:dark){body{background:#15110e;color:#f2eee8}.quiet{color:#b8b0a6}section{border-color:#413c37}a{color:#4fb8b1}}`;

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const page = (title: string, body: string, status: number) =>
  new Response(
    `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
    { status, headers: { ...LINK_HEADERS, 'content-type': 'text/html; charset=utf-8' } },
  );

/**
 * The day sheet of a link as a page without scripts; 404 for all others.
 * @throws {Failure} when it cannot be read, which the server answers with 503
 */
export async function daySheetResponse(
  api: PublicApi,
  secret: string,
  site: Site,
): Promise<Response> {
  const sheet = /^[\da-f]{64}$/.test(secret) ? await readDaySheet(api, secret) : null;
  const studio = site.studio.short_name;
  if (sheet) return page(`Day sheet · ${studio}`, daySheetBody(sheet, site), 200);
  const text = `This day sheet is no longer available. Please call ${escaped(studio)}.`;
  return page('Day sheet', `<h1>Day sheet</h1><p>${text}</p>${phoneLink(site.studio.phone)}`, 404);
}

function daySheetBody({ name, category, day, note, bookings }: CrewDaySheet, site: Site): string {
  const address = [
    ...site.studio.address_lines.split('\n'),
    `${site.studio.city} ${site.studio.postal_code}`,
  ]
    .map(escaped)
    .join('<br>');
  return [
    `<header><p class="quiet">${escaped(site.studio.name)} · Day sheet</p><h1>${escaped(name)}</h1>`,
    `<p>${escaped([category, periodText({ from: day, to: day })].filter(Boolean).join(' · '))}</p></header>`,
    note ? `<section><h2>Note</h2><p class="note">${escaped(note)}</p></section>` : '',
    `<section><h2>When</h2>${bookings.map(bookingText).join('') || '<p>You are not booked on this day any more. Please call us.</p>'}</section>`,
    `<section><h2>Where</h2><p>${address}</p></section>`,
    `<section><h2>Questions</h2>${phoneLink(site.studio.phone)}</section>`,
  ].join('');
}

function bookingText({ number, from, to, sets, crew }: CrewBooking): string {
  const days = { from, to };
  const rows = [
    `${number}: ${lengthText(days)}`,
    sets.length > 0 && `Set: ${sets.join(', ')}`,
    crew.length > 0 && `With: ${crew.join(', ')}`,
  ];
  return rows.map((row) => (row ? `<p>${escaped(row)}</p>` : '')).join('');
}

const phoneLink = (phone: string) =>
  `<a href="tel:${phone}">Call the studio, ${formatMobile(phone)}</a>`;
