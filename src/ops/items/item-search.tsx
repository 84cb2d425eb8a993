import { Link } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { PageMessage } from '#ui/page-message.tsx';
import { Said } from '#ui/said.tsx';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { MANAGER_PATHS } from '../kit/manager-paths.ts';
import { foundText } from '../kit/lists/found-text.ts';
import { ListSearchBox } from '../kit/lists/list-search-box.tsx';
import { foundItemText, useFoundItems } from '../kit/pickers/found-items.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';

/** Finds items of any kind by name or id; shows `children` while the search is empty. */
export function ItemSearch({ children }: { children: ReactNode }) {
  const [q, setQ] = useState('');
  return (
    <div className="pt-4">
      <ListSearchBox label="Search items of any kind" value={q} onChange={setQ} />
      {q === '' ? children : <FoundItems q={q} />}
    </div>
  );
}

function FoundItems({ q }: { q: string }) {
  const { read: found } = useFoundItems(q);
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
    <>
      <Said>{found.data && !found.isPlaceholderData ? foundText(found.data.length) : ''}</Said>
      <ul
        ref={list}
        aria-label="Found items"
        aria-busy={found.isPending}
        className="mt-4 max-w-3xl border-t border-rule"
      >
        {found.data?.map((item) => (
          <li key={item.id} className="border-b border-rule">
            <Link
              to={MANAGER_PATHS[item.type]}
              search={{ edit: item.code }}
              data-row-link
              className="block min-h-12 py-2 hover:text-teal"
            >
              <span className="block break-words">{item.name}</span>
              <span className="block text-xs text-ink-quiet">{foundItemText(item)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
