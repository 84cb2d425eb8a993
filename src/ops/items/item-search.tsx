import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { foundItemsQuery } from '#data/stock.ts';
import { TYPE_LABELS } from '#domain/cart/cart-line.ts';
import { LONGEST_SEARCH } from '#domain/list-search.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { MANAGER_PATHS } from '../inventory/shared/manager-paths.ts';
import { ListSearchBox } from '../shell/list-search-box.tsx';
import { ReadFailure } from '../shell/read-failure.tsx';
import { useStaffApi } from '../use-staff-api.ts';

/** Finds items of any kind by name or id; shows `children` while the search is empty. */
export function ItemSearch({ children }: { children: ReactNode }) {
  const [q, setQ] = useState('');
  return (
    <div className="pt-4">
      <ListSearchBox
        label="search items of any kind"
        value={q}
        maxLength={LONGEST_SEARCH}
        onChange={setQ}
      />
      {q === '' ? children : <FoundItems q={q} />}
    </div>
  );
}

function FoundItems({ q }: { q: string }) {
  const found = useQuery({
    ...foundItemsQuery(useStaffApi(), q),
    placeholderData: keepPreviousData,
  });
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  if (found.isLoadingError) {
    return <ReadFailure level={2} title="The search failed" read={found} />;
  }
  if (found.data?.length === 0) {
    return (
      <div role="status" className="mt-6">
        <PageMessage level={2} title="No items found" text="Names and ids of items are searched." />
      </div>
    );
  }
  return (
    <ul
      ref={list}
      aria-label="Found items"
      aria-busy={found.isPending}
      className="mt-4 max-w-3xl border-t border-rule"
    >
      {found.data?.map(({ id, type, name, code, active }) => (
        <li key={id} className="border-b border-rule">
          <Link
            to={MANAGER_PATHS[type]}
            search={{ edit: code }}
            data-row-link
            className="block min-h-12 py-2 hover:text-teal"
          >
            <span className="block break-words">{name}</span>
            <span className="block text-xs text-ink-quiet">
              {TYPE_LABELS[type]} · {code}
              {!active && ' · not active'}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
