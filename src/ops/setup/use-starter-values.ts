import { useQueryClient } from '@tanstack/react-query';
import { Failure } from '#data/core/failure.ts';
import { addLookupValue } from '#data/stock/lookups.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import type { LookupTable } from '#domain/inventory/inventory-kind.ts';
import { STARTER_LISTS, type StarterList, type StarterValue } from '#domain/setup/starter-lists.ts';
import { randomUuid } from '#domain/uuid.ts';
import { counted } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { useDraft } from '../kit/drafts.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** A selected value that is not in its list yet. */
export interface SelectedValue extends StarterValue {
  table: LookupTable;
  /** why: a retry after a lost answer does not add the value twice. */
  id: string;
}

const UNIQUE_VIOLATION = '23505';

/**
 * The selected values of all lists, saved as a draft until they are added.
 * @param onAdded called when all are in their lists
 */
export function useStarterValues(onAdded: () => void) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const [draft, saveDraft] = useDraft<{ selected: readonly SelectedValue[] }>('setup:categories');
  const selected = draft?.selected ?? [];
  const select = (next: readonly SelectedValue[]) =>
    saveDraft(next.length > 0 ? { selected: next } : null);

  /** Selects these values of a list, and no others of it. */
  const change = ({ source: { table } }: StarterList, values: readonly StarterValue[]) => {
    const known = selected.filter((one) => one.table === table);
    const next = values.map(
      (value): SelectedValue =>
        known.find(({ label }) => label === value.label) ?? { ...value, table, id: randomUuid() },
    );
    select([...selected.filter((one) => one.table !== table), ...next]);
  };

  /** Adds a value, unless somebody else has added it meanwhile. */
  const addOne = async ({ table, id, ...entry }: SelectedValue) => {
    const list = STARTER_LISTS.find(({ source }) => source.table === table);
    if (!list) return;
    await addLookupValue(api, list.source, id, entry).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.code !== UNIQUE_VIOLATION) throw error;
    });
  };
  const add = useSingleMutation({
    mutationFn: async (values: readonly SelectedValue[]) => {
      for (const [at, value] of values.entries()) {
        await addOne(value);
        select(values.slice(at + 1));
      }
      return values.length;
    },
    onSuccess: (count) => {
      notify.success(`${counted(count, 'value', 'values')} added`);
      onAdded();
    },
    onError: (error) => notifyFailure('Some values could not be added', error),
    onSettled: () =>
      Promise.all(
        [staffKeys.lookups, staffKeys.inventories, staffKeys.setup].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return { selected, change, add };
}
