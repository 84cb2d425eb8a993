import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListPage } from '#data/list.ts';
import { Failure } from '#data/failure.ts';
import { inventoryKey, switchItem, type ListedItem } from '#data/inventory.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { Switch } from '#ui/switch.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Which of an item's two switches. */
export type SwitchField = 'active' | 'in_studio';

const LABELS: Record<SwitchField, string> = { active: 'active', in_studio: 'in studio' };

/** What 'prop' has become (back office §4 and §8). */
const DONE: Record<SwitchField, readonly [on: string, off: string]> = {
  active: ['activated', 'deactivated'],
  in_studio: ['made in-studio only', 'made general'],
};

/** Props of {@link ItemSwitch}. */
export interface ItemSwitchProps {
  kind: InventoryKind;
  item: ListedItem;
  field: SwitchField;
}

/** A switch of an item in the list: it takes effect at once, and goes back where that fails. */
export function ItemSwitch({ kind, item, field }: ItemSwitchProps) {
  const toggle = useItemSwitch(kind, field, item.id);
  return (
    <Switch
      label={`${LABELS[field]}: ${item.name}`}
      checked={item[field]}
      onChange={toggle.mutate}
    />
  );
}

/** The switch with its word beside it, where no column's head says it. */
export function LabelledSwitch(props: ItemSwitchProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2">
      <ItemSwitch {...props} />
      <span aria-hidden>{LABELS[props.field]}</span>
    </label>
  );
}

function useItemSwitch(kind: InventoryKind, field: SwitchField, id: string) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const lists = { queryKey: [...inventoryKey(kind), 'list'] };
  const mutationKey = ['switch', kind.kind];
  const show = (on: boolean) =>
    queryClient.setQueriesData<ListPage<ListedItem>>(
      lists,
      (page) =>
        page && {
          ...page,
          items: page.items.map((item) => (item.id === id ? { ...item, [field]: on } : item)),
        },
    );
  return useMutation({
    mutationKey,
    // why: two quick presses on one switch are written in their order.
    scope: { id: `${kind.kind}-${field}-${id}` },
    mutationFn: (on: boolean) =>
      switchItem(api, kind, id, field === 'active' ? { active: on } : { in_studio: on }),
    onMutate: async (on) => {
      await queryClient.cancelQueries(lists);
      show(on);
    },
    onError: (error, on) => {
      show(!on);
      tellFailure(kind, field, error);
    },
    onSuccess: (_, on) => notify.success(`${kind.texts.toggled} ${DONE[field][on ? 0 : 1]}`),
    onSettled: () => {
      // why: a list read before the last press is written would show that switch as it was.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      void queryClient.invalidateQueries({ queryKey: inventoryKey(kind) });
    },
  });
}

function tellFailure({ texts }: InventoryKind, field: SwitchField, error: Error) {
  const { fallback, signedOut, ...titles } = texts.toggleFailed;
  if (signedOut && error instanceof Failure && error.status === 401) {
    notify.failure(signedOut.title, signedOut);
  } else {
    notifyFailure(titles[field], error.message || !fallback ? error : new Error(fallback));
  }
}
