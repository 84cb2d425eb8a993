import { deferEntry, deferPreloads } from './deferred-scripts.ts';
import { heightRestoreScript } from './list-height.ts';
import { FACES_STYLE, facesScript } from './page-faces.ts';
import { inlineUsedStyles } from './page-styles.ts';
import { tapQueueScript } from './tap-queue.ts';
import { themeHead } from './theme-head.ts';

const HEAD_END = '</head>';
const SCRIPTS = facesScript() + themeHead() + tapQueueScript() + heightRestoreScript();

/**
 * A page as it is sent: with the styles that it uses, its faces and five inline scripts; one without a head is left
 * unchanged. In parts, between elements. why: each joining of a page copies 100 kB.
 * why head and body apart: only the head, a few kilobytes, is searched for what is replaced.
 * @param html a page as TanStack Start renders it
 */
export function finishedPage(html: string): readonly string[] {
  const end = html.indexOf(HEAD_END);
  if (end === -1) return [html];
  const [start = '', ...head] = inlineUsedStyles(deferPreloads(html.slice(0, end)), html);
  return [start, FACES_STYLE, ...head, SCRIPTS, ...deferEntry(html.slice(end))];
}
