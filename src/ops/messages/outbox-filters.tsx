import { MESSAGE_TEXTS } from '#domain/messages/message-texts.ts';
import { OUTBOX_FILTERS, type OutboxSearch } from '#domain/messages/outbox-search.ts';
import { TEMPLATES } from '#domain/messages/templates.ts';
import { FilterSelect, namedOptions } from '#ui/filter-field.tsx';

export interface OutboxFiltersProps {
  search: OutboxSearch;
  onChange: (change: { [Key in keyof OutboxSearch]?: string | undefined }) => void;
}

const STATES: Record<(typeof OUTBOX_FILTERS)[number], string> = {
  open: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Not sent',
};
const KINDS = [
  ...TEMPLATES.map((value) => ({ value, label: MESSAGE_TEXTS[value].label })),
  { value: 'test', label: 'Test' },
];

/** Filters of the list of messages. */
export function OutboxFilters({ search, onChange }: OutboxFiltersProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <FilterSelect
        label="State"
        any="Any"
        options={namedOptions(OUTBOX_FILTERS, STATES)}
        value={search.state}
        onChange={(state) => onChange({ state })}
      />
      <FilterSelect
        label="Kind"
        any="Any"
        options={KINDS}
        value={search.template}
        onChange={(template) => onChange({ template })}
      />
      <FilterSelect
        label="By"
        any="E-mail"
        options={[{ value: 'push', label: 'Push notice' }]}
        value={search.channel}
        onChange={(channel) => onChange({ channel })}
      />
    </div>
  );
}
