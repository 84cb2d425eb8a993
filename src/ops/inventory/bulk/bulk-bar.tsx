import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer, X } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#ui/count.ts';
import type { ListedItem } from '#data/stock/inventory-answers.ts';
import { matchingItems } from '#data/stock/inventory-bulk.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import type { ManagerContext } from '../shared/manager-context.ts';
import { BulkArchive } from './bulk-archive.tsx';
import { ChangeForm } from './change-form.tsx';

export interface BulkBarProps {
  manager: ManagerContext;
  selected: readonly ListedItem[];
  /** Clears the selection. */
  onDone: () => void;
}

/**
 * Bulk actions, at the bottom of the screen while items are selected. The selection can be extended
 * from this page to the whole list, until the page selection changes.
 */
export function BulkBar({ manager, selected, onDone }: BulkBarProps) {
  const ids = selected.map(({ id }) => id);
  const pageSelection = ids.join();
  const [all, setAll] = useState({ pageSelection, ids });
  const isAll = all.pageSelection === pageSelection && all.ids.length > ids.length;
  const affected = isAll ? all.ids : ids;
  const isArchived = manager.search.archived === 'yes';
  const [isSelecting, setSelecting] = useState(false);
  return (
    <section
      aria-label="Chosen items"
      data-action-bar
      className="sticky bottom-(--bottom-bar) z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule-strong bg-surface px-4 py-2.5 text-sm shadow-[0_-6px_20px_-12px_rgb(0_0_0/0.3)] sm:mx-0 sm:rounded-t-lg sm:border-x"
    >
      <div className="flex items-center gap-1">
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label="Choose none"
          className="-ml-2"
          onClick={onDone}
        >
          <X aria-hidden size={16} />
        </Button>
        <span role="status" className="font-medium tabular-nums">
          {formatCount(affected.length)} chosen
        </span>
        {!isAll && (
          <SelectMatching
            manager={manager}
            onSelecting={setSelecting}
            onSelected={(ids) => setAll({ pageSelection, ids })}
          />
        )}
      </div>
      {/* why disabled: until the whole selection is known, a change would apply to this page only. */}
      <fieldset disabled={isSelecting} className="contents">
        {!isArchived && (
          <ChangeForm kind={manager.kind} ids={affected} asks={isAll} onDone={onDone} />
        )}
        <BulkArchive
          kind={manager.kind}
          ids={affected}
          isArchived={isArchived}
          asks={isAll}
          onDone={onDone}
        />
      </fieldset>
      {!isAll && (
        <Link
          to="/ops/labels"
          search={{ codes: selected.map(({ code }) => code).join() }}
          preload={false}
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
        >
          <Printer aria-hidden size={16} />
          Print labels
        </Link>
      )}
    </section>
  );
}

interface SelectMatchingProps {
  manager: ManagerContext;
  onSelecting: (isSelecting: boolean) => void;
  onSelected: (ids: string[]) => void;
}

function SelectMatching({ manager, onSelecting, onSelected }: SelectMatchingProps) {
  const api = useStaffApi();
  const selectAll = useMutation({
    mutationFn: () => matchingItems(api, manager.kind, manager.search),
    onMutate: () => onSelecting(true),
    onSettled: () => onSelecting(false),
    onSuccess: onSelected,
    onError: (error) => notifyFailure('Error choosing all', error),
  });
  return (
    <Button
      variant="quiet"
      size="sm"
      className="text-teal"
      busy={selectAll.isPending}
      onClick={() => selectAll.mutate()}
    >
      Choose all of the list
    </Button>
  );
}
