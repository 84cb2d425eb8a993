import { useState } from 'react';
import { signOut } from '#data/staff/session.ts';
import { counted } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { forgetDevice } from '../live/push-device.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { clearDrafts } from '../kit/drafts.ts';
import { markSigningOut } from './session-end.ts';
import { useUnsavedChanges } from '../kit/use-unsaved.ts';

/** Signs the user out; asks first while changes are not saved. */
export function useLogout(): { logout: () => void; busy: boolean } {
  const api = useStaffApi();
  const [busy, setBusy] = useState(false);
  const unsaved = useUnsavedChanges();
  const signOutNow = async () => {
    setBusy(true);
    markSigningOut();
    clearDrafts();
    void forgetDevice().catch(() => {});
    const outcome = await signOut(api);
    setBusy(false);
    // why no navigation: the guard redirects when the session ends.
    if (outcome.ok) notify.success('logged out successfully');
    else {
      notify.failure('error logging out', {
        description: outcome.message || 'something went wrong',
      });
    }
  };
  const askFirst = () => {
    notify.failure('Not everything is saved yet', {
      description: `${counted(unsaved, 'change', 'changes')} would be lost.`,
      action: { label: 'Log out all the same', onClick: () => void signOutNow() },
    });
  };
  return { busy, logout: () => (unsaved > 0 ? askFirst() : void signOutNow()) };
}
