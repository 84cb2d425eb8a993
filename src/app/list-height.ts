import { LIST_STATE_KEY } from '#storefront/catalogue/list-restoration.ts';
import restoreHeight from './in-page/restore-height.ts?script';

/** Adds an inline script that restores the page's height after a reload, before its list is loaded. */
export function addHeightRestore(html: string): string {
  const script = `<script>(${restoreHeight})("${LIST_STATE_KEY}")</script>`;
  return html.replace('</head>', () => `${script}</head>`);
}
