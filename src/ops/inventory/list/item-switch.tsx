import { useId } from 'react';
import { Failure } from '#data/core/failure.ts';
import { switchItem } from '#data/stock/inventory.ts';
import type { ListedItem } from '#data/stock/inventory-answers.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { Switch } from '#ui/switch.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyUnsaved } from '../../kit/failure-notice.ts';
import { notifyReserved } from '../shared/reserved-notice.ts';
import { UnsavedMark } from '../../kit/unsaved-mark.tsx';
import { useQueuedChange } from '../../kit/use-queued-change.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

/** An item's two switches, by column. */
export type ItemFlag = 'active' | 'in_studio';

const LABELS: Record<ItemFlag, string> = { active: 'active', in_studio: 'in studio' };

/** The words after 'prop' in the notice. */
const DONE: Record<ItemFlag, readonly [on: string, off: string]> = {
  active: ['activated', 'deactivated'],
  in_studio: ['made in-studio only', 'made general'],
};

export interface ItemSwitchProps {
  kind: InventoryKind;
  item: ListedItem;
  field: ItemFlag;
}

/**
 * A switch of an item in the list: optimistic, marked as unsaved until the server has it, rolled back
 * if refused.
 */
export function ItemSwitch({ kind, item, field }: ItemSwitchProps) {
  const toggle = useItemSwitch(kind, field, item);
  const markId = useId();
  return (
    <span className="relative inline-flex align-middle">
      <Switch
        label={`${LABELS[field]}: ${item.name}`}
        checked={toggle.value}
        onChange={toggle.change}
        describedBy={toggle.unsaved === null ? undefined : markId}
      />
      {toggle.unsaved !== null && (
        <span className="absolute -top-2 right-0 -mr-2 flex rounded-full bg-surface p-0.5">
          <UnsavedMark id={markId} reason={toggle.unsaved} iconOnly />
        </span>
      )}
    </span>
  );
}

/** The switch with its label, for layouts without column headings. */
export function LabelledSwitch(props: ItemSwitchProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2">
      <ItemSwitch {...props} />
      <span aria-hidden>{LABELS[props.field]}</span>
    </label>
  );
}

function useItemSwitch(kind: InventoryKind, field: ItemFlag, item: ListedItem) {
  const api = useStaffApi();
  return useQueuedChange({
    of: [kind.kind, item.id, field],
    value: item[field],
    save: async (on) => {
      const change = field === 'active' ? { active: on } : { in_studio: on };
      await switchItem(api, kind, item.id, change);
      return change;
    },
    onSaved: (on) => {
      const done = `${kind.texts.toggled} ${DONE[field][on ? 0 : 1]}`;
      notify.success(done);
      if (field === 'active' && !on)
        void notifyReserved(api, kind.kind, [item.id], { title: done });
    },
    onRefused: (error) => notifySwitchFailure(kind, field, error),
  });
}

function notifySwitchFailure({ texts }: InventoryKind, field: ItemFlag, error: Error) {
  const { fallback, signedOut, ...titles } = texts.toggleFailed;
  if (signedOut && error instanceof Failure && error.status === 401) {
    notify.failure(signedOut.title, signedOut);
  } else {
    notifyUnsaved(titles[field], error.message || !fallback ? error : new Error(fallback));
  }
}
