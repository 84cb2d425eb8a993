import { ListTree } from 'lucide-react';
import { useState } from 'react';
import type { InventoryKind, LookupSource, LookupTable } from '#domain/inventory/inventory-kind.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { LookupList } from './lookup-list.tsx';

/** why: its values stand in the storefront's addresses, and only a migration changes them. */
const FIXED: ReadonlySet<LookupTable> = new Set(['gender_options']);

/** Lists that several managers choose from. */
const SHARED: Partial<Record<LookupTable, string>> = {
  colors: 'Colors are shared by props, clothes and backdrops.',
};

/** Lists whose values have a swatch. */
const SWATCHED: ReadonlySet<LookupTable> = new Set(['colors']);

interface ManagedList {
  /** 'Brand' */
  label: string;
  source: LookupSource;
}

function managedLists({ lookups }: InventoryKind): ManagedList[] {
  return lookups.flatMap(({ label, source }) =>
    'table' in source && !FIXED.has(source.table) ? [{ label, source }] : [],
  );
}

/** A button that opens the lists a kind's items choose from; nothing where it has none to keep. */
export function LookupsButton({ kind }: { kind: InventoryKind }) {
  const [open, setOpen] = useState(false);
  const lists = managedLists(kind);
  const close = () => setOpen(false);
  if (lists.length === 0) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <ListTree aria-hidden size={16} />
        lists
      </Button>
      <Sheet open={open} onClose={close} title={`lists of the ${kind.texts.title}`}>
        {open && <Lists lists={lists} />}
      </Sheet>
    </>
  );
}

function Lists({ lists }: { lists: readonly ManagedList[] }) {
  const [chosen, setChosen] = useState(lists[0]?.source.table);
  const list = lists.find(({ source }) => source.table === chosen);
  return (
    <>
      <SelectField
        label="List"
        value={chosen}
        hint={chosen && SHARED[chosen]}
        onChange={(event) =>
          setChosen(lists.find(({ source }) => source.table === event.target.value)?.source.table)
        }
      >
        {lists.map(({ label, source }) => (
          <option key={source.table} value={source.table}>
            {label}
          </option>
        ))}
      </SelectField>
      {list && (
        <LookupList
          key={chosen}
          label={list.label}
          source={list.source}
          hasSwatches={SWATCHED.has(list.source.table)}
        />
      )}
    </>
  );
}
