import { LIST_STATE_KEY } from '#storefront/catalogue/list-restoration.ts';
import restoreHeight from './in-page/restore-height.ts?script';

/** Has a page keep its former height from its first paint after a reload, while its list is read again. */
export function addHeightRestore(html: string): string {
  const script = `<script>(${restoreHeight})("${LIST_STATE_KEY}")</script>`;
  return html.replace('</head>', () => `${script}</head>`);
}
