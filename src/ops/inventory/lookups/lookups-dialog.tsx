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

/** why: storefront addresses use these values, so only migrations change them. */
const FIXED: ReadonlySet<LookupTable> = new Set(['gender_options']);

/** Lookups shared by several kinds. */
const SHARED: Partial<Record<LookupTable, string>> = {
  colors: 'Colors are shared by props, clothes and backdrops.',
};

/** Lookups whose values have a colour swatch. */
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

/** Whether staff can edit the values of a lookup. */
export function isManaged({ source }: InventoryLookup): boolean {
  return 'table' in source && !FIXED.has(source.table);
}

/** Button that opens the lookup editor of a kind; renders nothing if none is editable. */
export function LookupsButton({ kind }: { kind: InventoryKind }) {
  const [open, setOpen] = useState(false);
  if (!kind.lookups.some(isManaged)) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <ListTree aria-hidden size={16} />
        Lists
      </Button>
      <LookupsSheet kind={kind} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

export interface LookupsSheetProps {
  kind: InventoryKind;
  open: boolean;
  onClose: () => void;
  /** Key of the lookup shown first. */
  first?: string | undefined;
}

/** Editor of the lookups of a kind. */
export function LookupsSheet({ kind, open, onClose, first }: LookupsSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={`Lists of the ${kind.texts.title}`}>
      {open && <Lists lists={managedLists(kind)} first={first} />}
    </Sheet>
  );
}

function Lists({ lists, first }: { lists: readonly ManagedList[]; first: string | undefined }) {
  const [selected, setSelected] = useState(
    (lists.find(({ key }) => key === first) ?? lists[0])?.source.table,
  );
  const list = lists.find(({ source }) => source.table === selected);
  const fields = useFirstField<HTMLDivElement>();
  return (
    <div ref={fields}>
      <SelectField
        label="List"
        value={selected}
        hint={selected && SHARED[selected]}
        onChange={(event) =>
          setSelected(lists.find(({ source }) => source.table === event.target.value)?.source.table)
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
          key={selected}
          label={list.label}
          source={list.source}
          spelling={list.spelling}
          hasSwatches={SWATCHED.has(list.source.table)}
        />
      )}
    </div>
  );
}
