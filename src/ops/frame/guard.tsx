import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { SecondFactorNeed } from '#data/staff/second-factor-state.ts';
import { profileQuery, useSession, type Session } from '#data/staff/session.ts';
import { isProfileKey, staffKeys } from '#data/core/query-keys/staff.ts';
import { counted } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { clearDrafts } from '../kit/drafts.ts';
import { consumeSigningOut, hasSessionEnded, recordOpenSession } from './session-end.ts';
import { ProfileContext } from '../kit/profile.ts';
import { SessionLoading } from '../kit/session-loading.tsx';
import { dropQueuedChanges } from '../kit/change-queue.ts';

export interface SecondFactorGateProps {
  /** Null while the page is held. */
  need: SecondFactorNeed | null;
  /** Keeps the page open, for recovery codes to be read, although nothing is needed any more. */
  onHold: (held: boolean) => void;
}

export interface GuardProps {
  /** The page that asks for a second factor. */
  SecondFactor: ComponentType<SecondFactorGateProps>;
  children: ReactNode;
}

/**
 * Guards the pages under /ops: renders nothing without a session and "Loading..." during the first
 * check; redirects to the sign-in page if there is none or when it ends; asks for a second factor
 * while the database refuses the session without it.
 */
export function Guard({ SecondFactor, children }: GuardProps) {
  const session = useSession(useStaffApi());
  useRedirectToSignIn(session.status);
  useClearOnUserChange(session.status === 'authenticated' ? session.userId : '');
  if (session.status === 'loading') return <SessionLoading />;
  if (session.status === 'unauthenticated') return null;
  return (
    <WithProfile key={session.userId} userId={session.userId} SecondFactor={SecondFactor}>
      {children}
    </WithProfile>
  );
}

function WithProfile({ userId, SecondFactor, children }: GuardProps & { userId: string }) {
  const [isHeld, hold] = useState(false);
  const profile = useQuery(profileQuery(useStaffApi(), userId));
  useClearCacheOnRoleChange(profile.data?.role);
  if (profile.isPending) return <SessionLoading />;
  // why: a loaded profile stays valid while the server is unreachable.
  if (profile.isLoadingError) {
    return (
      <main className="mx-auto max-w-xl px-4 py-16">
        <ReadFailure title="The back office could not be opened" read={profile} />
      </main>
    );
  }
  const need = profile.data?.needs ?? null;
  return (
    <ProfileContext value={profile.data}>
      {need || isHeld ? <SecondFactor need={need} onHold={hold} /> : children}
    </ProfileContext>
  );
}

/** why: the new role may not be allowed to read what is cached. */
function useClearCacheOnRoleChange(role: string | undefined) {
  const queryClient = useQueryClient();
  const before = useRef(role);
  useEffect(() => {
    const changed = before.current !== undefined && before.current !== role;
    before.current = role;
    if (!changed) return;
    queryClient.removeQueries({
      queryKey: staffKeys.all,
      predicate: ({ queryKey }) => !isProfileKey(queryKey),
    });
  }, [role, queryClient]);
}

function useRedirectToSignIn(status: Session['status']) {
  const router = useRouter();
  useEffect(() => {
    if (status === 'authenticated') recordOpenSession();
    if (status !== 'unauthenticated') return;
    const { pathname, searchStr } = router.state.location;
    const state = consumeSigningOut()
      ? {}
      : { opsTarget: pathname + searchStr, opsSessionEnded: hasSessionEnded() };
    void router.navigate({ to: '/ops', replace: true, state });
  }, [status, router]);
}

/** why: the next user of this tab must not see the previous user's data or drafts. */
function useClearOnUserChange(userId: string) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId) clearDrafts(userId);
    const forget = () => {
      queryClient.removeQueries({ queryKey: staffKeys.all });
      const dropped = dropQueuedChanges(queryClient);
      if (dropped === 0) return;
      notify.failure(`${counted(dropped, 'change was', 'changes were')} not saved`, {
        description: 'Your session ended before the server had everything.',
      });
    };
    return userId ? forget : undefined;
  }, [userId, queryClient]);
}
