/**
 * Marks `<html>` with the theme that was chosen by hand, before the first paint and when another is chosen, and tells
 * the browser's own bars. Its source is inlined into the page, so it can use nothing from outside the function.
 * @param key name of the select, and `localStorage` key of the choice
 */
export default function applyTheme(key: string) {
  const { dataset } = document.documentElement;
  const bars = document.querySelector<HTMLMetaElement>('[name=theme-color][media]');
  const inDark = bars?.media ?? '';
  const apply = (theme: string | null) => {
    dataset['theme'] = theme ?? 'system';
    if (bars) bars.media = theme === 'dark' ? 'all' : theme === 'light' ? 'not all' : inDark;
  };
  // why here: visitors' scripts are no larger for it, and it works before they have loaded.
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== key) return;
    apply(target.value);
    try {
      localStorage.setItem(key, target.value);
    } catch {
      // Without storage the choice lasts until the page is reloaded.
    }
  });
  addEventListener('DOMContentLoaded', () => {
    const select = document.querySelector<HTMLSelectElement>(`[name=${key}]`);
    if (select) select.value = dataset['theme'] ?? '';
  });
  try {
    apply(localStorage.getItem(key));
  } catch {
    // Without storage it follows the system.
  }
}
