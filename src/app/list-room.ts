import { LIST_STATE_KEY } from '#storefront/catalogue/list-restoration.ts';
import reserveRoom from './in-page/reserve-room.ts?script';

/** Has a page keep its former height from its first paint after a reload, while its list is read again. */
export function keepListRoom(html: string): string {
  const script = `<script>(${reserveRoom})("${LIST_STATE_KEY}")</script>`;
  return html.replace('</head>', () => `${script}</head>`);
}
