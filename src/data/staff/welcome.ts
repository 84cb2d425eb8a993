import { NO_ANSWER, Failure } from '../core/failure.ts';
import { isCodeDue } from './second-factor-state.ts';
import { serverMessage, type AuthFailure } from './session.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { STAFF_ANSWERS } from './staff-answers.ts';

/** A link to join or to set a new password, from its address. */
export interface WelcomeLink {
  token: string;
  type: 'invite' | 'recovery';
}

/** The entered name and password. */
export interface NewCredentials {
  password: string;
  /** '' leaves the name as it is. */
  name: string;
}

/**
 * The result of one step. `link`: the link does not work any more; `code`: the second factor is due
 * first; `refused`: try again, `message` is a sentence, `field` the one that it is about.
 */
export type WelcomeOutcome =
  | { is: 'done' | 'link' | 'code' }
  | { is: 'refused'; message: string; field?: 'name' | 'password' };

function refused(error: AuthFailure): WelcomeOutcome {
  const message = serverMessage(error) || NO_ANSWER;
  return error.code === 'weak_password'
    ? { is: 'refused', message, field: 'password' }
    : { is: 'refused', message };
}

/**
 * Begins a session with the link, which works once. The session that this browser had before ends.
 * Never throws.
 */
export async function openLink(api: StaffApi, link: WelcomeLink): Promise<WelcomeOutcome> {
  const before = (await api.auth.getSession()).data.session;
  const { error } = await api.auth.verifyOtp({ type: link.type, token_hash: link.token });
  if (error?.code === 'otp_expired' || error?.code === 'validation_failed') return { is: 'link' };
  if (error?.code === 'user_banned')
    return { is: 'refused', message: 'Your account is disabled. Ask an admin to enable it.' };
  if (error) return refused(error);
  // why not awaited: without an answer that session ends by itself.
  if (before) void api.auth.admin.signOut(before.access_token, 'local');
  return { is: 'done' };
}

/** Sets password and name in a session that a link began. Never throws. */
export async function setCredentials(
  api: StaffApi,
  { password, name }: NewCredentials,
): Promise<WelcomeOutcome> {
  if (await isCodeDue(api)) return { is: 'code' };
  // why the name first: the session may set a password without the current one once.
  if (name.trim()) {
    try {
      await callFunction(api, STAFF_ANSWERS, 'change_own_name', { name });
    } catch (failure) {
      const message = failure instanceof Failure ? failure.message : NO_ANSWER;
      return { is: 'refused', message, field: 'name' };
    }
  }
  const { error } = await api.auth.updateUser({ password });
  if (!error) return { is: 'done' };
  // The answer to an earlier attempt was lost.
  if (error.code === 'validation_failed')
    return {
      is: 'refused',
      message: 'A password was set with this link already. Sign in with it.',
    };
  return refused(error);
}
