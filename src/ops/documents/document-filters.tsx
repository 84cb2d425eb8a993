import { DOCUMENT_FACTS, DOCUMENT_KINDS } from '#domain/documents/document-kinds.ts';
import { DOCUMENT_STATES } from '#domain/documents/document-record.ts';
import type { DocumentSearch } from '#domain/documents/document-search.ts';
import { STATE_NAMES } from '#domain/documents/document-text.ts';
import { FilterPeriod } from '#dates/filter-date.tsx';
import { FilterSelect, namedOptions } from '#ui/filter-field.tsx';
import { ListSearchBox } from '../kit/lists/list-search-box.tsx';

export interface DocumentFiltersProps {
  search: DocumentSearch;
  onChange: (change: { [Key in keyof DocumentSearch]?: string | undefined }) => void;
}

/** Search and filters of the list of documents. */
export function DocumentFilters({ search, onChange }: DocumentFiltersProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <ListSearchBox
        label="Search documents"
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterSelect
        label="Kind"
        any="Any"
        options={DOCUMENT_KINDS.map((value) => ({ value, label: DOCUMENT_FACTS[value].name }))}
        value={search.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label="State"
        any="Any"
        options={namedOptions(DOCUMENT_STATES, STATE_NAMES)}
        value={search.state}
        onChange={(state) => onChange({ state })}
      />
      <FilterPeriod
        label="From"
        from={search.from}
        to={search.to}
        onFrom={(from) => onChange({ from })}
        onTo={(to) => onChange({ to })}
      />
    </div>
  );
}
