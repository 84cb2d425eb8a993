import { X } from 'lucide-react';
import type { ActiveFilter } from './active-filters.ts';
import type { CatalogueAddress } from './use-catalogue.ts';

/** The active filters as removable chips, and 'Clear all'. */
export function FilterChips({
  filters,
  address,
}: {
  filters: ActiveFilter[];
  address: CatalogueAddress;
}) {
  if (filters.length === 0) return null;
  return (
    <ul
      aria-label="Active filters"
      className="mt-4 flex flex-wrap items-center gap-2 noscript:hidden"
    >
      {filters.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <button
            type="button"
            aria-label={`Remove ${label}`}
            onClick={() => address.refine(without(address.pending))}
            className="inline-flex h-10 max-w-full items-center gap-1.5 rounded-full bg-teal-pale pr-2.5 pl-3.5 text-sm text-teal-deep hover:bg-rule"
          >
            <span className="truncate">{label}</span>
            <X aria-hidden size={15} className="shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={address.clear}
          className="h-10 rounded-full px-3 text-sm underline underline-offset-4 hover:text-teal"
        >
          Clear all
        </button>
      </li>
    </ul>
  );
}
