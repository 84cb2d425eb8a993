import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { itemLogQuery } from '#data/stock/inventory-bulk.ts';
import { staffNameOf } from '#domain/crm/staff-name.ts';
import { formatMoment } from '#domain/dates.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { batchText, isUndoable, type ItemBatch } from '#domain/inventory/item-log.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { lookupLabel } from '../shared/lookup-label.ts';
import { useLookups, type LookupOptions } from '../shared/use-lookups.ts';
import { BatchItems } from './batch-items.tsx';
import { useItemsUndo } from './use-items-undo.ts';

/** Button that opens the log of a kind's bulk changes and imports; each can be undone. */
export function ChangesButton({ kind }: { kind: InventoryKind }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
        <History aria-hidden size={16} />
        Changes
      </Button>
      <Sheet open={open} onClose={close} title={`Changes in the ${kind.texts.title}`}>
        {open && <Log kind={kind} />}
      </Sheet>
    </>
  );
}

function Log({ kind }: { kind: InventoryKind }) {
  const log = useQuery(itemLogQuery(useStaffApi(), kind));
  const lookups = useLookups(kind);
  if (log.isError && !log.data) {
    return <ReadFailure level={3} title="The changes could not be loaded" read={log} />;
  }
  if (!log.data) {
    return <LoadingSkeleton blocks={['h-14 w-full', 'h-14 w-full', 'h-14 w-full']} />;
  }
  if (log.data.length === 0) {
    return (
      <PageMessage
        level={3}
        title="No changes yet"
        text="Changes of several items at once and imports are listed here for 90 days, and can be undone."
      />
    );
  }
  return (
    <>
      <p className="mb-2 text-sm text-ink-quiet">
        Changes of several items at once and imports, newest first.
      </p>
      <ol aria-label="Changes" className="divide-y divide-rule border-y border-rule text-sm">
        {log.data.map((batch) => (
          <Batch key={batch.id} kind={kind} lookups={lookups} batch={batch} />
        ))}
      </ol>
    </>
  );
}

interface BatchProps {
  kind: InventoryKind;
  lookups: LookupOptions;
  batch: ItemBatch;
}

function Batch({ kind, lookups, batch }: BatchProps) {
  const undo = useItemsUndo(kind);
  const [shown, setShown] = useState(false);
  const what = batchText(kind, batch, lookupLabel(lookups));
  const moment = formatMoment(batch.created_at);
  return (
    <li className="py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <p className="font-medium wrap-anywhere">{what}</p>
          <p className="text-ink-quiet">{countText(batch)}</p>
          <p className="text-xs text-ink-quiet">
            {staffNameOf(batch.user_id, batch.user_name)},{' '}
            <time dateTime={batch.created_at} className="tabular-nums">
              {moment}
            </time>
          </p>
        </div>
        {batch.undone_at !== null && <span className="py-2 text-ink-quiet">undone</span>}
        {batch.undone_at === null && isUndoable(batch) && (
          <Button
            variant="secondary"
            size="sm"
            busy={undo.isPending}
            aria-label={`Undo: ${what}, ${moment}`}
            onClick={() => !undo.isPending && undo.mutate(batch.id)}
          >
            {undo.isPending ? 'Undoing...' : 'Undo'}
          </Button>
        )}
      </div>
      <details open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary className="-mx-2 inline-block cursor-pointer rounded-sm px-2 py-1.5 text-teal">
          Old and new values
        </summary>
        {shown && <BatchItems kind={kind} lookups={lookups} batch={batch} />}
      </details>
    </li>
  );
}

function countText({ changed, created }: ItemBatch): string {
  const parts = [
    created > 0 && counted(created, 'new item', 'new items'),
    changed > 0 && counted(changed, 'item changed', 'items changed'),
  ];
  return parts.filter(Boolean).join(', ');
}
