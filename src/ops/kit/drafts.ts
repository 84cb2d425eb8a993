import { useState } from 'react';
import { useProfile } from './profile.ts';

const PREFIX = 'ops-draft';

const keyOf = (userId: string, name: string) => `${PREFIX}:${userId}:${name}`;

/**
 * A form draft in sessionStorage; null for none. It survives reloads and the end of the session until
 * it is saved or discarded. Read once on mount: if `name` can change, give the component a `key`.
 * @param name form and record: `note:CUS-00012`
 * @returns the draft, what saves it, and what reads it again, for a component that does not show the form
 */
export function useDraft<Fields extends object>(
  name: string,
): [Fields | null, (next: Fields | null) => void, () => Fields | null] {
  const key = keyOf(useProfile()?.id ?? '', name);
  const [draft, setDraft] = useState(() => readDraft(key) as Fields | null);
  const saveDraft = (next: Fields | null) => {
    setDraft(next);
    if (next) sessionStorage.setItem(key, JSON.stringify(next));
    else sessionStorage.removeItem(key);
  };
  return [draft, saveDraft, () => readDraft(key) as Fields | null];
}

/** why unchecked: only `useDraft` writes these keys, and they live no longer than the tab. */
function readDraft(key: string): unknown {
  return JSON.parse(sessionStorage.getItem(key) ?? 'null');
}

/** Deletes all drafts, or all except those of one user. */
export function clearDrafts(exceptUserId?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    const isExcepted = exceptUserId !== undefined && key.startsWith(keyOf(exceptUserId, ''));
    if (key.startsWith(`${PREFIX}:`) && !isExcepted) sessionStorage.removeItem(key);
  }
}
