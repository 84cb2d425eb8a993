import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { isItemCode, LONGEST_QUERY } from '#domain/catalogue/catalogue-search.ts';
import { classNames } from '#ui/class-names.ts';

export interface SiteSearchFormProps {
  /** Accessible name, unique on the page. */
  name: string;
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
  /** Shown beside the field, for example a submit button. */
  children?: ReactNode;
}

/** The search field that leads to the search page; without JavaScript a plain form. */
export function SiteSearchForm({ name, inputRef, className, children }: SiteSearchFormProps) {
  const navigate = useNavigate();
  return (
    <form
      role="search"
      aria-label={name}
      action="/search"
      onSubmit={(event) => {
        const text = new FormData(event.currentTarget).get('q');
        const q = typeof text === 'string' ? text.trim() : '';
        // why: the server redirects an item code to the item's page.
        if (isItemCode(q)) return;
        event.preventDefault();
        event.currentTarget.reset();
        void navigate({ to: '/search', search: q ? { q } : {} });
      }}
      className={classNames('flex gap-2', className)}
    >
      <div className="relative grow">
        <Search
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-quiet"
        />
        <input
          ref={inputRef}
          type="search"
          name="q"
          aria-label="Search everything"
          placeholder="Search everything"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={LONGEST_QUERY}
          className="search-input"
        />
      </div>
      {children}
    </form>
  );
}
