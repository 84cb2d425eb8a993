import { useEffect, useSyncExternalStore } from 'react';
import { createSubscribers } from '#domain/subscribers.ts';
import { createBrowserText } from '#storefront/shared/browser-text.ts';

const KEY = 'recentlyViewed';

/** Number of items that are remembered, the current one included. */
const MOST = 8;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const NONE: readonly string[] = [];

const stored = createBrowserText(KEY);
let viewed: readonly string[] | null = null;
const { subscribe, notify } = createSubscribers();

/**
 * Saves an item as the most recently viewed.
 * @returns the ids viewed before it, newest first; empty on the server and while hydrating
 */
export function useRecentlyViewed(id: string): string[] {
  const ids = useSyncExternalStore(subscribe, snapshot, () => NONE);
  useEffect(() => save([id, ...latest().filter((one) => one !== id)]), [id]);
  return ids.filter((one) => one !== id);
}

/** Removes items that the studio no longer shows; browser only. */
export function removeViewed(gone: readonly string[]): void {
  save(latest().filter((one) => !gone.includes(one)));
}

/** The ids in a stored text, newest first. Invalid entries are skipped; an unreadable text is an empty list. */
export function parseViewed(text: string | null): string[] {
  const ids = listIn(text).filter(
    (one): one is string => typeof one === 'string' && UUID.test(one),
  );
  return [...new Set(ids)].slice(0, MOST);
}

function snapshot(): readonly string[] {
  viewed ??= parseViewed(stored.reload());
  return viewed;
}

/** why: another tab may have changed the list since this one read it. */
function latest(): readonly string[] {
  return stored.changedOutside() ? parseViewed(stored.reload()) : snapshot();
}

function save(ids: readonly string[]): void {
  viewed = ids.slice(0, MOST);
  stored.write(JSON.stringify(viewed));
  notify();
}

function listIn(text: string | null): unknown[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
