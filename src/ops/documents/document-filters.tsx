import { DOCUMENT_KINDS, DOCUMENT_STATES } from '#domain/documents/document-record.ts';
import type { DocumentSearch } from '#domain/documents/document-search.ts';
import { DOCUMENT_NAMES, STATE_NAMES } from '#domain/documents/document-text.ts';
import { LONGEST_SEARCH } from '#domain/list-search.ts';
import { FilterDate, FilterSelect } from '#ui/filter-field.tsx';
import { ListSearchBox } from '../shell/list-search-box.tsx';

/** Props of {@link DocumentFilters}. */
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
        maxLength={LONGEST_SEARCH}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterSelect
        label="Kind"
        any="Any"
        options={DOCUMENT_KINDS.map((value) => ({ value, label: DOCUMENT_NAMES[value] }))}
        value={search.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label="State"
        any="Any"
        options={DOCUMENT_STATES.map((value) => ({ value, label: STATE_NAMES[value] }))}
        value={search.state}
        onChange={(state) => onChange({ state })}
      />
      <FilterDate
        label="From"
        value={search.from}
        max={search.to}
        onChange={(from) => onChange({ from })}
      />
      <FilterDate
        label="to"
        name="To"
        value={search.to}
        min={search.from}
        onChange={(to) => onChange({ to })}
      />
    </div>
  );
}
