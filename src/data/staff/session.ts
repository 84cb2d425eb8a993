import { isAuthRetryableFetchError, isAuthSessionMissingError } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createSubscribers } from '#domain/subscribers.ts';
import { profiles, type Profile } from './staff-answers.ts';
import { parseAnswer } from '../core/parse-answer.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import { secondFactorNeed, type SecondFactorNeed } from './second-factor-state.ts';
import { refreshOrSignOut, type StaffApi } from '../core/staff-api.ts';

/**
 * Whether someone is signed in. `loading` until the stored session is checked, which may need the
 * server.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'authenticated'; userId: string; email: string }
  | { status: 'unauthenticated' };

/** The signed-in member of staff. */
export interface OwnProfile extends Profile {
  /** The step that is missing before the database opens anything else. */
  needs: SecondFactorNeed | null;
}

interface SessionStore {
  subscribe: (listener: () => void) => () => void;
  read: () => Session;
}

const LOADING: Session = { status: 'loading' };
/** Milliseconds between checks of a session while the server does not answer. */
const RETRY_MS = 2_000;
const stores = new WeakMap<StaffApi, SessionStore>();

/** Mirrors the library's session, which all tabs share, for as long as this tab lives. */
function sessionStore(api: StaffApi): SessionStore {
  const existing = stores.get(api);
  if (existing) return existing;
  let session = LOADING;
  const { subscribe, notify } = createSubscribers();
  const update = (user: { id: string; email?: string } | undefined) => {
    const next = sessionOf(user);
    // why: a token refresh must not re-render; React compares by identity.
    if (sameSession(session, next)) return;
    session = next;
    notify();
  };
  api.auth.onAuthStateChange((event, next) => {
    // why: INITIAL_SESSION reports no session when the server is unreachable; checkSession retries.
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

/** The user of the stored session. Retries until the server answers if the session must be refreshed. */
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
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Whether that user is signed in here now. */
export function isSignedIn(api: StaffApi, userId: string): boolean {
  const session = sessionStore(api).read();
  return session.status === 'authenticated' && session.userId === userId;
}

/** The session of a user; without one, nobody is signed in. */
export function sessionOf(user: { id: string; email?: string } | undefined): Session {
  if (!user) return { status: 'unauthenticated' };
  return { status: 'authenticated', userId: user.id, email: user.email ?? '' };
}

/** Whether both are the same status of the same user. */
export function sameSession(a: Session, b: Session): boolean {
  if (a.status === 'authenticated' && b.status === 'authenticated') {
    return a.userId === b.userId && a.email === b.email;
  }
  return a.status === b.status;
}

/** The session of this tab. Re-renders on auth changes in any tab. */
export function useSession(api: StaffApi): Session {
  const store = sessionStore(api);
  return useSyncExternalStore(store.subscribe, store.read, () => LOADING);
}

/** The result of a sign-in or sign-out; `message` is the server's, '' without one. */
export type AuthOutcome = { ok: true } | { ok: false; message: string; isAnswered: boolean };

/** Signs in with a password. Never throws. */
export async function signIn(
  api: StaffApi,
  credentials: { email: string; password: string },
): Promise<AuthOutcome> {
  return outcomeOf(() => api.auth.signInWithPassword(credentials));
}

/**
 * Signs out of this browser with all its tabs; other devices stay signed in. The local session ends
 * even when the server cannot be reached. Never throws.
 */
export async function signOut(api: StaffApi): Promise<AuthOutcome> {
  return outcomeOf(() => api.auth.signOut({ scope: 'local' }));
}

async function outcomeOf(call: () => Promise<{ error: AuthFailure | null }>): Promise<AuthOutcome> {
  try {
    const { error } = await call();
    if (!error) return { ok: true };
    return { ok: false, message: serverMessage(error), isAnswered: Boolean(error.status) };
  } catch {
    return { ok: false, message: '', isAnswered: false };
  }
}

/** An error of the auth server or of the way to it. */
export interface AuthFailure {
  message: string;
  /** GoTrue's: `otp_expired`. */
  code?: string | undefined;
  /** Absent without an answer. */
  status?: number | undefined;
}

/**
 * The server's message in an auth error; '' without an answer, where the library's message is the
 * browser's ('Failed to fetch') and means nothing to staff.
 */
export function serverMessage(error: AuthFailure): string {
  return error.status ? error.message : '';
}

/**
 * Changes the signed-in user's password or e-mail address; requires the current password.
 * A new password ends the user's other sessions. Never throws.
 */
export async function updateAccount(
  api: StaffApi,
  change: { password: string } | { email: string },
  currentPassword: string,
): Promise<AuthOutcome> {
  return outcomeOf(async () => {
    const answer = await api.auth.updateUser({ ...change, current_password: currentPassword });
    // why: a session that was ended elsewhere must end here too, so that the guard asks to sign in.
    if (isAuthSessionMissingError(answer.error)) await refreshOrSignOut(api);
    return answer;
  });
}

/** Time between two reads of the user's profile by a page (ms). */
const PROFILE_MS = 8_000;

/**
 * Name and role of the signed-in user, null for an account without a profile. Polled, because nothing
 * pushes a disabled account or a changed role: the page must close within 10 s of either. A failed
 * poll changes nothing.
 */
export function profileQuery(api: StaffApi, userId: string) {
  return queryOptions({
    queryKey: staffKeys.profile(userId),
    staleTime: Infinity,
    gcTime: Infinity,
    refetchInterval: PROFILE_MS,
    // why: a hidden tab must close too.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    queryFn: async (): Promise<OwnProfile | null> => {
      const read = api
        .from('user_profiles')
        .select('id,display_name,role,start_page')
        .eq('id', userId)
        .limit(1);
      const [answer, needs] = await Promise.all([read, secondFactorNeed(api)]);
      const [profile] = parseAnswer('user_profiles', profiles, answer);
      return profile ? { ...profile, needs } : null;
    },
  });
}
