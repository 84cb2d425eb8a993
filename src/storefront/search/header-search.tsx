import { Link, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { hasSingleKeys } from '#ui/single-keys.ts';
import { SiteSearchForm } from './site-search-form.tsx';

/**
 * The header's search over all kinds: a field on wide screens, otherwise a link to the search page. `/`
 * focuses it, unless it is switched off (search-key-field.tsx).
 */
export function HeaderSearch() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const typedInto = 'input, textarea, select, [contenteditable], dialog';
      if (document.activeElement?.closest(typedInto) || !hasSingleKeys()) return;
      event.preventDefault();
      // why: on a page with its own search, `/` focuses that one.
      const own = document.querySelector<HTMLInputElement>('main input[type="search"]');
      const field = own ?? input.current;
      if (field?.offsetParent) {
        field.focus();
        field.select();
      } else void navigate({ to: '/search' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
  return (
    <>
      <SiteSearchForm name="The whole site" inputRef={input} className="mr-1 hidden w-56 xl:flex" />
      <Link
        to="/search"
        aria-label="Search"
        data-tooltip="Search"
        className={`${buttonClass({ variant: 'quiet', iconOnly: true })} xl:hidden`}
      >
        <Search aria-hidden size={21} strokeWidth={1.75} />
      </Link>
    </>
  );
}
