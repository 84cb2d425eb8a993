import { isAuthRetryableFetchError, isAuthSessionMissingError } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createSubscribers } from '#domain/subscribers.ts';
import { dataOf } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import { refreshOrSignOut, type StaffApi } from './staff-api.ts';

/**
 * Whether someone is signed in. `loading` lasts until the first check has an answer, which may need
 * the server.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'authenticated'; userId: string; email: string }
  | { status: 'unauthenticated' };

/** What a member of staff may do (design §4): everything, CRM and inventory, inventory only. */
export type StaffRole = 'admin' | 'crm_user' | 'inventory_user';

/** A member of staff. */
export interface Profile {
  id: string;
  display_name: string | null;
  role: StaffRole;
}

interface SessionStore {
  subscribe: (listener: () => void) => () => void;
  read: () => Session;
}

const LOADING: Session = { status: 'loading' };
/** Milliseconds until a session is checked again that the server did not answer for. */
const CHECK_AGAIN_MS = 2_000;
const stores = new WeakMap<StaffApi, SessionStore>();

/** Follows the library's session, in this tab and the others, for as long as the tab lives. */
function sessionStore(api: StaffApi): SessionStore {
  const known = stores.get(api);
  if (known) return known;
  let session = LOADING;
  const { subscribe, notify } = createSubscribers();
  const update = (user: { id: string; email?: string } | undefined) => {
    const next = sessionOf(user);
    // why: a refreshed token is the same session; React must not see a new object.
    if (sameSession(session, next)) return;
    session = next;
    notify();
  };
  api.auth.onAuthStateChange((event, next) => {
    // why: the library tells a session that nobody could check as none; the check below knows better.
    if (event !== 'INITIAL_SESSION') update(next?.user);
  });
  void checkSession(api).then(update);
  const store: SessionStore = {
    subscribe,
    read: () => session,
  };
  stores.set(api, store);
  return store;
}

/** The user of the stored session; asks until the server answers where it has to be renewed. */
async function checkSession(api: StaffApi) {
  for (;;) {
    try {
      const { data, error } = await api.auth.getSession();
      if (!isAuthRetryableFetchError(error)) {
        if (error) console.error('The session could not be read.', error);
        return data.session?.user;
      }
    } catch (error) {
      console.error('The session could not be read.', error);
      return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, CHECK_AGAIN_MS));
  }
}

/** Whether that user is signed in here at this moment. */
export function isSignedIn(api: StaffApi, userId: string): boolean {
  const session = sessionStore(api).read();
  return session.status === 'authenticated' && session.userId === userId;
}

/** The session that a user stands for; no user is nobody signed in. */
export function sessionOf(user: { id: string; email?: string } | undefined): Session {
  if (!user) return { status: 'unauthenticated' };
  return { status: 'authenticated', userId: user.id, email: user.email ?? '' };
}

/** Whether both are the same state of the same person. */
export function sameSession(a: Session, b: Session): boolean {
  if (a.status === 'authenticated' && b.status === 'authenticated') {
    return a.userId === b.userId && a.email === b.email;
  }
  return a.status === b.status;
}

/** The session of this tab, kept up to date on every auth change, other tabs' included. */
export function useSession(api: StaffApi): Session {
  const store = sessionStore(api);
  return useSyncExternalStore(store.subscribe, store.read, () => LOADING);
}

/** How a sign-in or sign-out ended; `message` is the server's own, '' when it sent none. */
export type AuthOutcome = { ok: true } | { ok: false; message: string; isAnswered: boolean };

/** Signs in with a password (back office §7). Never throws. */
export async function signIn(
  api: StaffApi,
  credentials: { email: string; password: string },
): Promise<AuthOutcome> {
  return outcomeOf(() => api.auth.signInWithPassword(credentials));
}

/**
 * Signs out of this browser, all its tabs; other devices stay signed in. The session is gone from
 * here in any case, also when the server could not be told. Never throws.
 */
export async function signOut(api: StaffApi): Promise<AuthOutcome> {
  return outcomeOf(() => api.auth.signOut({ scope: 'local' }));
}

async function outcomeOf(
  call: () => Promise<{ error: { message: string; status?: number | undefined } | null }>,
): Promise<AuthOutcome> {
  try {
    const { error } = await call();
    if (!error) return { ok: true };
    return { ok: false, message: serverMessage(error), isAnswered: Boolean(error.status) };
  } catch {
    return { ok: false, message: '', isAnswered: false };
  }
}

/**
 * The server's message in an auth error, '' when no server answered: then the library's message is
 * the browser's own ('Failed to fetch'), which says nothing to a member of staff.
 */
export function serverMessage(error: { message: string; status?: number | undefined }): string {
  return error.status ? error.message : '';
}

/**
 * Changes one's own password or e-mail address, with the current password.
 * A new password ends one's sessions elsewhere. Never throws.
 */
export async function updateAccount(
  api: StaffApi,
  change: { password: string } | { email: string },
  currentPassword: string,
): Promise<AuthOutcome> {
  return outcomeOf(async () => {
    const answer = await api.auth.updateUser({ ...change, current_password: currentPassword });
    // why: a session that ended elsewhere has to end here too, so that the guard asks to sign in.
    if (isAuthSessionMissingError(answer.error)) await refreshOrSignOut(api);
    return answer;
  });
}

/** How often a page asks whether its session goes on and which role it has. */
const PROFILE_MS = 8_000;

/**
 * Name and role of who is signed in, null for an account without a profile. Read again all the time,
 * so that a page closes within 10 s when the account is disabled, or its role is taken away, where
 * nothing else tells of it. Without an answer everything stays as it was.
 */
export function profileQuery(api: StaffApi, userId: string) {
  return queryOptions({
    queryKey: staffKeys.profile(userId),
    staleTime: Infinity,
    gcTime: Infinity,
    refetchInterval: PROFILE_MS,
    // why: a tab that nobody sees is not to be found open later.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    queryFn: async (): Promise<Profile | null> => {
      const [profile] = dataOf(
        await api
          .from('user_profiles')
          .select('id,display_name,role')
          .eq('id', userId)
          .limit(1)
          .overrideTypes<Profile[], { merge: false }>(),
      );
      return profile ?? null;
    },
  });
}
