import type { KeyboardEvent } from 'react';

/**
 * Opens the list of a select, where a key would change its value at once. For selects that save what is chosen: values
 * that are passed on the way to another one must not be saved (WCAG 3.2.2). In the open list Enter takes one.
 */
export function openByKey(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, currentTarget: select } = event;
  const isChoice = /^(Arrow|Home|End|Page)/.test(key) || (key.length === 1 && key !== ' ');
  if (!isChoice || event.ctrlKey || event.metaKey || event.altKey) return;
  // why: older browsers have no way to open it; those of Apple open it by themselves.
  if (!('showPicker' in select)) return;
  event.preventDefault();
  select.showPicker();
}
