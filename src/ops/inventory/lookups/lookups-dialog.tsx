import { ListTree } from 'lucide-react';
import { useState } from 'react';
import type {
  InventoryKind,
  InventoryLookup,
  LookupSource,
  LookupTable,
} from '#domain/inventory/inventory-kind.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useFirstField } from '#ui/use-first-field.ts';
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
  key: string;
  /** 'Brand' */
  label: string;
  source: LookupSource;
  spelling?: InventoryLookup['spelling'] | undefined;
}

function managedLists({ lookups }: InventoryKind): ManagedList[] {
  return lookups.flatMap((lookup) => {
    const { key, label, source, spelling } = lookup;
    return 'table' in source && isManaged(lookup) ? [{ key, label, source, spelling }] : [];
  });
}

/** Whether staff can add values to the list of a lookup. */
export function isManaged({ source }: InventoryLookup): boolean {
  return 'table' in source && !FIXED.has(source.table);
}

/** A button that opens the lists a kind's items choose from; nothing where it has none to keep. */
export function LookupsButton({ kind }: { kind: InventoryKind }) {
  const [open, setOpen] = useState(false);
  if (!kind.lookups.some(isManaged)) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <ListTree aria-hidden size={16} />
        lists
      </Button>
      <LookupsSheet kind={kind} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Props of {@link LookupsSheet}. */
export interface LookupsSheetProps {
  kind: InventoryKind;
  open: boolean;
  onClose: () => void;
  /** Key of the lookup whose list is shown first. */
  first?: string | undefined;
}

/** The lists that a kind's items choose from, to add, rename and remove values. */
export function LookupsSheet({ kind, open, onClose, first }: LookupsSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={`lists of the ${kind.texts.title}`}>
      {open && <Lists lists={managedLists(kind)} first={first} />}
    </Sheet>
  );
}

function Lists({ lists, first }: { lists: readonly ManagedList[]; first: string | undefined }) {
  const [chosen, setChosen] = useState(
    (lists.find(({ key }) => key === first) ?? lists[0])?.source.table,
  );
  const list = lists.find(({ source }) => source.table === chosen);
  const fields = useFirstField<HTMLDivElement>();
  return (
    <div ref={fields}>
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
          spelling={list.spelling}
          hasSwatches={SWATCHED.has(list.source.table)}
        />
      )}
    </div>
  );
}
