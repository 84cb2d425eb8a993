import type { Sql } from '../postgres/connection.ts';
import { OBJECT_KEY, type ObjectStore } from './store.ts';

/** A removed object whose bytes still exist. */
export type RemovedObject = { key: string; bucket: string; name: string; removed_at: Date };

/** Time for which removed objects can be restored. */
const RETENTION = '1 day';
const MOST_AT_ONCE = 500;

/** Objects removed within the last day, which can be restored, newest first. */
export const removedObjects = (owner: Sql) => owner<RemovedObject[]>`
  select key, object ->> 'bucket_id' as bucket, object ->> 'name' as name, removed_at
  from backend.removed_objects
  where removed_at > now() - ${RETENTION}::interval order by removed_at desc, key`;

/**
 * Restores removed objects under their names; an object whose name is in use again stays removed.
 * @param keys As {@link removedObjects} returns them.
 * @returns The keys of the restored objects.
 */
export async function putBack(owner: Sql, keys: string[]): Promise<string[]> {
  const back = await owner<{ key: string }[]>`
    with back as (
      insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, user_metadata,
        version, created_at, updated_at, last_accessed_at)
      select o.id, o.bucket_id, o.name, o.owner, o.owner_id, o.metadata, o.user_metadata,
        o.version, o.created_at, o.updated_at, o.last_accessed_at
      from backend.removed_objects r, jsonb_populate_record(null::storage.objects, r.object) o
      where r.key = any (${keys}) order by r.removed_at desc
      on conflict do nothing returning ${owner.unsafe(OBJECT_KEY)} as key
    )
    delete from backend.removed_objects r using back where r.key = back.key returning r.key`;
  return back.map(({ key }) => key);
}

/** Deletes the bytes of objects removed over a day ago. @returns Their number. */
export async function sweepRemoved(owner: Sql, store: ObjectStore): Promise<number> {
  let swept = 0;
  for (;;) {
    const old = await owner<{ key: string; used: boolean }[]>`
      delete from backend.removed_objects where key in (
        select key from backend.removed_objects
        where removed_at <= now() - ${RETENTION}::interval limit ${MOST_AT_ONCE})
      returning key, key in (select ${owner.unsafe(OBJECT_KEY)} from storage.objects) as used`;
    // why: a restored backup or manual SQL may have brought back a row that refers to these bytes.
    const unused = old.filter(({ used }) => !used).map(({ key }) => key);
    await store.delete(unused);
    swept += unused.length;
    if (old.length < MOST_AT_ONCE) return swept;
  }
}
