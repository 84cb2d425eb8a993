/** In the tab's storage from the time somebody is signed in until they sign out in this tab. */
const OPEN_KEY = 'ops-session-open';

let onPurpose = false;

/** Records that a session is open in this tab. why stored: a page may be reloaded just as its session ends. */
export function recordOpenSession(): void {
  sessionStorage.setItem(OPEN_KEY, 'true');
}

/** Records that the user is signing out, so that the guard stores no page to return to. */
export function markSigningOut(): void {
  onPurpose = true;
  sessionStorage.removeItem(OPEN_KEY);
}

/** Whether the session ended by a sign-out in this tab; resets the record. */
export function consumeSigningOut(): boolean {
  const left = onPurpose;
  onPurpose = false;
  return left;
}

/** Whether a session was open in this tab and was not signed out here: it has ended in some other way. */
export function hasSessionEnded(): boolean {
  return sessionStorage.getItem(OPEN_KEY) !== null;
}
