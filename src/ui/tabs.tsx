import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { formatCount } from './count.ts';

/** One tab. */
export interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** Number beside the label; omitted while unknown. */
  count?: number | undefined;
  panel: ReactNode;
}

export interface TabsProps<Value extends string> {
  /** Accessible name. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A row of tabs. Only the selected tab's panel is rendered. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)}>
      <Base.List aria-label={label} className="flex gap-6 border-b border-rule">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-11 items-center gap-2 border-b-2 border-transparent text-sm font-medium text-ink-quiet transition-colors duration-150 hover:text-ink data-active:border-teal data-active:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="text-xs font-normal text-ink-quiet tabular-nums">
                {formatCount(tab.count)}
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {/* why: Base UI keeps a panel for a moment after its tab was left. */}
          {tab.value === value && tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
