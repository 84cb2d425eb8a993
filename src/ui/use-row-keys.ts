import { useEffect, type RefObject } from 'react';
import { isTyping } from './is-typing.ts';
import { hasSingleKeys } from './single-keys.ts';

/**
 * `j` and `k` move focus down and up the links marked `data-row-link` in a list. Ignored while a field
 * has focus or a dialog is open.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (!hasSingleKeys()) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
      const at = links.findIndex((link) => link === document.activeElement);
      const next = links[at === -1 ? 0 : at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list]);
}
