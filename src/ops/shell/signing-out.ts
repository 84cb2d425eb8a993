let onPurpose = false;

/** Marks that the person at this tab is signing out, so that the guard keeps no way back for them. */
export function markSigningOut(): void {
  onPurpose = true;
}

/** Whether the session ended because of a sign-out in this tab; asking takes the mark away. */
export function consumeSigningOut(): boolean {
  const left = onPurpose;
  onPurpose = false;
  return left;
}
