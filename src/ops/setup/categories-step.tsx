import { useQueries } from '@tanstack/react-query';
import { lookupQuery } from '#data/stock/lookups.ts';
import type { LookupTable } from '#domain/inventory/inventory-kind.ts';
import { STARTER_LISTS } from '#domain/setup/starter-lists.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { StarterFields } from './starter-fields.tsx';
import { StepActions, type StepProps } from './step-actions.tsx';
import { useStarterValues } from './use-starter-values.ts';

/** The step with the first values of the lookups that catalogues are sorted and filtered by. */
export function CategoriesStep(props: StepProps) {
  const api = useStaffApi();
  const reads = useQueries({ queries: STARTER_LISTS.map((list) => lookupQuery(api, list)) });
  const { selected, change, add } = useStarterValues(props.onNext);
  const listedIn = (table: LookupTable) =>
    reads[STARTER_LISTS.findIndex(({ source }) => source.table === table)]?.data ?? [];
  // why: others may have added some meanwhile.
  const missing = selected.filter(
    ({ table, label }) =>
      !listedIn(table).some((one) => one.label.toLowerCase() === label.toLowerCase()),
  );
  const failed = reads.find((read) => read.isError && !read.data);
  if (failed) return <ReadFailure level={3} title="The lists could not be loaded" read={failed} />;
  if (reads.some((read) => !read.data)) {
    return (
      <LoadingSkeleton
        blocks={['h-28 w-full', 'h-28 w-full', 'h-28 w-full']}
        className="mt-6 space-y-6"
      />
    );
  }
  return (
    <>
      <p className="mt-1 mb-2 max-w-prose text-sm text-ink-quiet">
        Select what you rent out, and add your own words. Visitors see a category once it has items;
        all lists can be changed later in the inventory managers.
      </p>
      <fieldset disabled={add.isPending} className="min-w-0 divide-y divide-rule">
        <legend className="sr-only">Lists</legend>
        {STARTER_LISTS.map((list) => (
          <StarterFields
            key={list.title}
            list={list}
            listed={listedIn(list.source.table)}
            selected={missing.filter(({ table }) => table === list.source.table)}
            onChange={(values) => change(list, values)}
          />
        ))}
      </fieldset>
      <StepActions {...props}>
        <Button
          busy={add.isPending}
          disabled={missing.length === 0 && !props.state.done.includes(props.page)}
          onClick={() => (missing.length > 0 ? add.mutate(missing) : props.onNext())}
        >
          {add.isPending
            ? 'adding...'
            : missing.length > 0
              ? `add ${counted(missing.length, 'value', 'values')} and continue`
              : 'continue'}
        </Button>
      </StepActions>
    </>
  );
}
