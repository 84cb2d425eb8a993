import { useState } from 'react';
import { useProfile } from './profile.ts';

const PREFIX = 'ops-draft';

const keyOf = (userId: string, name: string) => `${PREFIX}:${userId}:${name}`;

/**
 * Fields of a form that is being filled in, kept in this tab until they are sent or given up: a
 * session that ends, or a reload, loses nothing that was typed. Null while there is no draft. Give
 * the component a `key` where the name may change.
 * @param name of the form and its record: `note:CUS-00012`
 */
export function useDraft<Fields extends object>(
  name: string,
): [Fields | null, (next: Fields | null) => void] {
  const key = keyOf(useProfile()?.id ?? '', name);
  const [draft, setDraft] = useState(() => readDraft(key) as Fields | null);
  const keep = (next: Fields | null) => {
    setDraft(next);
    if (next) sessionStorage.setItem(key, JSON.stringify(next));
    else sessionStorage.removeItem(key);
  };
  return [draft, keep];
}

/** why: nothing but `useDraft` writes under these keys, and they live no longer than the tab. */
function readDraft(key: string): unknown {
  return JSON.parse(sessionStorage.getItem(key) ?? 'null');
}

/** Forgets what was typed: all of it, or all but this user's. */
export function forgetDrafts(exceptUserId?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    const kept = exceptUserId !== undefined && key.startsWith(keyOf(exceptUserId, ''));
    if (key.startsWith(`${PREFIX}:`) && !kept) sessionStorage.removeItem(key);
  }
}
