import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { discardDocument } from '#data/documents/documents.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

export interface DiscardButtonProps {
  document: DocumentRecord;
  /** Drops what was typed and is not saved. */
  onDiscard?: () => void;
}

/** Removes a draft after a question and returns to its order or enquiry. */
export function DiscardButton({ document, onDiscard }: DiscardButtonProps) {
  const { id, version, order, enquiry } = document;
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const discard = useSingleMutation({
    mutationFn: () => discardDocument(api, { id, version }),
    onSuccess: async () => {
      onDiscard?.();
      notify.success('Draft discarded');
      const open = order?.number ?? enquiry?.number;
      await (open === undefined
        ? navigate({ to: '/ops/documents', search: {}, replace: true })
        : navigate({
            to: '/ops/crm',
            search: { tab: order ? 'orders' : 'enquiries', open },
            replace: true,
          }));
      queryClient.removeQueries({ queryKey: staffKeys.document(id) });
    },
    onError: (error) => notifyFailure('Not discarded', error),
  });
  return (
    <>
      <Button variant="danger" size="sm" onClick={() => setOpen(true)}>
        Discard draft
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Discard this draft?"
        text="It has no number yet, so nothing is missing afterwards. It cannot be restored."
        onCancel={() => setOpen(false)}
      >
        <Button busy={discard.isPending} onClick={() => discard.mutate(undefined)}>
          {discard.isPending ? 'Discarding...' : 'Discard'}
        </Button>
        <Button variant="secondary" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </ConfirmDialog>
    </>
  );
}
