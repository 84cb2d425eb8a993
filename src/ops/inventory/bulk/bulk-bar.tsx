import { formatCount } from '#ui/count.ts';
import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { ListedItem } from '#data/inventory.ts';
import { matchingItems } from '#data/inventory-bulk.ts';
import { Button } from '#ui/button.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useStaffApi } from '../../use-staff-api.ts';
import type { ManagerPlace } from '../slots.ts';
import { ChangeForm } from './change-form.tsx';

/** Props of {@link BulkBar}. */
export interface BulkBarProps {
  place: ManagerPlace;
  chosen: readonly ListedItem[];
  /** Lets go of the rows. */
  onDone: () => void;
}

/**
 * What can be done with the chosen items; stays at the bottom of the screen while there are any.
 * From the items of the page it goes on to all that the list has, until another is chosen.
 */
export function BulkBar({ place, chosen, onDone }: BulkBarProps) {
  const ids = chosen.map(({ id }) => id);
  const here = ids.join();
  const [all, setAll] = useState({ here, ids });
  const isAll = all.here === here && all.ids.length > ids.length;
  const meant = isAll ? all.ids : ids;
  return (
    <section
      aria-label="Chosen items"
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule-strong bg-surface px-4 py-2.5 text-sm shadow-[0_-6px_20px_-12px_rgb(0_0_0/0.3)] sm:mx-0 sm:rounded-t-lg sm:border-x"
    >
      <div className="flex items-center gap-1">
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label="choose none"
          className="-ml-2"
          onClick={onDone}
        >
          <X aria-hidden size={16} />
        </Button>
        <span role="status" className="font-medium tabular-nums">
          {formatCount(meant.length)} chosen
        </span>
        {!isAll && <ChooseMatching place={place} onChosen={(ids) => setAll({ here, ids })} />}
      </div>
      <ChangeForm kind={place.kind} ids={meant} asks={isAll} onDone={onDone} />
    </section>
  );
}

interface ChooseMatchingProps {
  place: ManagerPlace;
  onChosen: (ids: string[]) => void;
}

function ChooseMatching({ place, onChosen }: ChooseMatchingProps) {
  const api = useStaffApi();
  const choose = useMutation({
    mutationFn: () => matchingItems(api, place.kind, place.search),
    onSuccess: onChosen,
    onError: (error) => notifyFailure('Error choosing all', error),
  });
  return (
    <Button
      variant="quiet"
      size="sm"
      className="text-teal"
      busy={choose.isPending}
      onClick={() => choose.mutate()}
    >
      choose all of the list
    </Button>
  );
}
