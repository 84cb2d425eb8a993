import { isNarrowed } from '#domain/catalogue/catalogue-search.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxList } from '#ui/checkbox-list.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { itemCountText } from './count-text.ts';
import type { ToolsProps } from './filter-bar.tsx';
import { filterOptions } from './active-filters.ts';
import { CategoryLinks } from './sidebar.tsx';

/** All filters of a catalogue on a small screen; the list behind updates with each change. */
export function FilterSheet({
  listing,
  search,
  state,
  address,
  open,
  onClose,
}: ToolsProps & { open: boolean; onClose: () => void }) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Filter"
      side="bottom"
      headerAction={
        isNarrowed(search) && (
          <Button variant="quiet" size="md" onClick={address.clear}>
            Clear all
          </Button>
        )
      }
      footer={
        <Button wide size="lg" onClick={onClose}>
          Show{' '}
          {state.total === null ? listing.footer.many : itemCountText(state.total, listing.footer)}
        </Button>
      }
    >
      <div className="-mx-2 grid gap-6 sm:grid-cols-2">
        <section>
          <h3 className="mb-1 px-3 font-semibold">{listing.sidebar.heading}</h3>
          <CategoryLinks listing={listing} search={search} categories={state.categories} />
        </section>
        {listing.filters.map(({ key, label }) => (
          <section key={key}>
            <h3 className="mb-1 px-2 font-semibold">{label}</h3>
            <CheckboxList
              label={label}
              options={filterOptions(state.facets[key])}
              selected={search[key] ?? []}
              onChange={(values) => address.refine({ [key]: values })}
            />
          </section>
        ))}
      </div>
    </Sheet>
  );
}
