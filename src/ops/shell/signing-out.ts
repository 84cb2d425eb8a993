let onPurpose = false;

/** Records that the user is signing out, so that the guard stores no page to return to. */
export function markSigningOut(): void {
  onPurpose = true;
}

/** Whether the session ended by a sign-out in this tab; resets the record. */
export function consumeSigningOut(): boolean {
  const left = onPurpose;
  onPurpose = false;
  return left;
}
