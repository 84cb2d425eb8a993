import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { readCrmSearch, selectPart, type RecordPart } from '#domain/crm/crm-search.ts';
import { Tabs, type Tab } from '#ui/tabs.tsx';

/** A tab of an open enquiry or order, beside that of its items. */
export type RentalDetailTab = Tab<RecordPart>;

export interface RentalTabsProps {
  items: ReactNode;
  tabs: readonly RentalDetailTab[];
}

/** The items of an enquiry or order and its other parts, in tabs. The selected one is in the address. */
export function RentalTabs({ items, tabs }: RentalTabsProps) {
  const inAddress = useSearch({
    from: '/ops/_guard/crm',
    select: (unparsed) => readCrmSearch({ ...unparsed }).part,
  });
  // why a state too: the address loses the part as soon as the drawer closes, which takes a moment.
  const [selected, setSelected] = useState<'items' | RecordPart>(inAddress ?? 'items');
  const navigate = useNavigate();
  const select = (next: 'items' | RecordPart) => {
    setSelected(next);
    const part = next === 'items' ? undefined : next;
    void navigate({
      to: '/ops/crm',
      search: (now) => selectPart(readCrmSearch({ ...now }), part),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <Tabs
      label="Parts of the record"
      value={tabs.some(({ value }) => value === selected) ? selected : 'items'}
      onChange={select}
      tabs={[
        { value: 'items', label: 'Items', panel: items },
        ...tabs.map((tab) => ({ ...tab, panel: <div className="pt-4">{tab.panel}</div> })),
      ]}
    />
  );
}
