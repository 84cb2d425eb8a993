import { LIST_STATE_KEY } from '#storefront/catalogue/list-restoration.ts';
import { LEFT_FOCUS_KEY } from './left-focus.ts';
import { HYDRATED } from './tap-queue.ts';
import restoreHeight from './in-page/restore-height.ts?script';

/** An inline script of the page's head that restores the page's height after a reload, before its list is loaded. */
export const heightRestoreScript = (): string =>
  `<script>(${restoreHeight})("${LIST_STATE_KEY}","${LEFT_FOCUS_KEY}","${HYDRATED}")</script>`;
