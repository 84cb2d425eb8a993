import { THEME_KEY } from './theme.ts';

const chosen = () =>
  (typeof document !== 'undefined' && document.documentElement.dataset['theme']) || 'system';

/** Choice of a light or dark page, for this device; the page's script app/in-page/apply-theme.ts applies it. */
export function ThemeSelect() {
  return (
    <label className="inline-flex items-center gap-3 text-sm text-ink-quiet noscript:hidden">
      Colours
      <select
        name={THEME_KEY}
        defaultValue={chosen()}
        // why no border: WebKit draws its own frame inside of ours.
        className="h-10 text-ink"
      >
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
