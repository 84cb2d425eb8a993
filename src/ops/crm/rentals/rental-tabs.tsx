import { useState, type ReactNode } from 'react';
import { Tabs, type Tab } from '#ui/tabs.tsx';

/** A tab of an open enquiry or order, beside that of its items. */
export type RentalDetailTab = Tab<'documents' | 'money'>;

/** Props of {@link RentalTabs}. */
export interface RentalTabsProps {
  items: ReactNode;
  tabs: readonly RentalDetailTab[];
}

/** The items of an enquiry or order, and what else there is of it, in tabs. */
export function RentalTabs({ items, tabs }: RentalTabsProps) {
  const [value, setValue] = useState<'items' | RentalDetailTab['value']>('items');
  return (
    <Tabs
      label="Parts of the record"
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'items', label: 'Items', panel: items },
        ...tabs.map((tab) => ({ ...tab, panel: <div className="pt-4">{tab.panel}</div> })),
      ]}
    />
  );
}
