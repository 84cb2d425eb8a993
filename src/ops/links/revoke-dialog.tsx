import { useState } from 'react';
import { revokeLink } from '#data/desk/links.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

export interface RevokeDialogProps {
  /** Id, and name at the beginning of a sentence; undefined while the dialog is closed. */
  link: { id: string; name: string } | undefined;
  onClose: () => void;
}

/** Asks whether to end a link, and ends it. */
export function RevokeDialog({ link, onClose }: RevokeDialogProps) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    if (!link || busy) return;
    setBusy(true);
    try {
      await revokeLink(api, link.id);
      notify.success('Link revoked');
      onClose();
    } catch (error) {
      notifyFailure('Error revoking the link', error as Error);
    }
    setBusy(false);
    await refetch();
  };
  return (
    <ConfirmDialog
      open={link !== undefined}
      title="Revoke this link?"
      text={`${link?.name ?? ''}: its address stops working at once, for good.`}
      onCancel={onClose}
    >
      <Button busy={busy} onClick={() => void revoke()}>
        Revoke
      </Button>
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
    </ConfirmDialog>
  );
}
