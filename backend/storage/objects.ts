import type { Context } from 'hono';
import type { GatewayEnv } from '../core/gateway-env.ts';
import type { Database } from '../postgres/database.ts';
import { runAsCaller } from '../postgres/request-transaction.ts';
import { OBJECT_KEY, type ObjectStore } from './store.ts';
import { ApiError } from '../core/api-error.ts';
import { noBucket, notFound, refusal, toRefusal } from './refusal.ts';

export type StorageContext = Context<GatewayEnv>;
type Row = Record<string, unknown>;
type Check = (rows: Row[]) => void;

/** A row of storage.objects as `info` returns it; `key` is where its bytes are stored. */
export type StoredObject = Row & {
  id: string;
  version: string | null;
  content_type: string | null;
  cache_control: string | null;
  /** The owner's metadata; `stored` is the metadata of the upload. */
  metadata: Row | null;
  stored: Row;
  key: string;
};
/** A row of storage.objects to write. */
export type NewObject = {
  bucket: string;
  name: string;
  upsert: boolean;
  metadata: Row;
  /** The owner's metadata, as JSON. */
  userMetadata: string | null;
};

const FIND = `
  select id, name, version, bucket_id, created_at, updated_at as last_modified,
    (metadata ->> 'size')::float8 as size, metadata ->> 'mimetype' as content_type,
    metadata ->> 'cacheControl' as cache_control, metadata ->> 'eTag' as etag,
    user_metadata as metadata, metadata as stored, ${OBJECT_KEY} as key
  from storage.objects where bucket_id = $1 and name = $2`;
const INSERT = `
  insert into storage.objects as o
    (bucket_id, name, owner, owner_id, metadata, user_metadata, version, id)
  select $1, $2, nullif($3, '')::uuid, nullif($3, ''), $4::jsonb, nullif($5, '')::jsonb, $6,
    $6::uuid`;
const UPSERT = `${INSERT}
  on conflict (bucket_id, name) do update set updated_at = now(), version = excluded.version,
    owner = excluded.owner, owner_id = excluded.owner_id,
    metadata = excluded.metadata, user_metadata = excluded.user_metadata
  returning o.id`;

/** Thrown to roll back a statement that was allowed. */
class Allowed extends Error {}

/**
 * The rows of storage.objects and their bytes, always changed together. The bytes of removed and
 * overwritten objects are kept for a day (removed.ts).
 */
export function createObjects({ owner, requests }: Database, store: ObjectStore) {
  /** Runs one statement as the caller, under row level security. @throws ApiError 403, 404, 409. */
  const run = <Found extends Row = Row>(
    c: StorageContext,
    text: string,
    params: string[],
    check: Check = () => {},
    settings: Record<string, string> = {},
  ) =>
    runAsCaller<Found>(
      requests,
      c.get('caller'),
      c.req.raw,
      { text, params, settings },
      check,
    ).catch(toRefusal);

  function write(c: StorageContext, object: NewObject, version: string, check?: Check) {
    const { sub } = c.get('caller').claims;
    const user = typeof sub === 'string' ? sub : '';
    const { bucket, name, metadata, userMetadata } = object;
    const params = [bucket, name, user, JSON.stringify(metadata), userMetadata ?? '', version];
    const text = object.upsert ? UPSERT : INSERT;
    return run<{ id: string }>(c, text, params, check);
  }

  return {
    run,

    /** An object that the caller may read. @throws ApiError 404. */
    async find(c: StorageContext, bucket: string, name: string) {
      const [found] = await run<StoredObject>(c, FIND, [bucket, name]);
      if (!found) throw notFound();
      return found;
    },

    /** Which of these names the caller may read. */
    async seen(c: StorageContext, bucket: string, names: string[]) {
      const text = `select name from storage.objects
        where bucket_id = $1 and name = any (array(select json_array_elements_text($2::json)))`;
      const rows = await run<{ name: string }>(c, text, [bucket, JSON.stringify(names)]);
      return rows.map(({ name }) => name);
    },

    /**
     * An object, without checking the caller's rights; `only` restricts it to public buckets.
     * @throws ApiError 404.
     */
    async findAsOwner(bucket: string, name: string, only: 'public' | 'any') {
      const isPublic = ' and exists (select from storage.buckets b where b.id = $1 and b.public)';
      const text = only === 'public' ? FIND + isPublic : FIND;
      const [found] = await owner.unsafe<StoredObject[]>(text, [bucket, name]).catch(toRefusal);
      if (!found) throw notFound();
      return found;
    },

    /** A bucket's limits, without checking the caller's rights. @throws ApiError 404. */
    async limitsOf(bucket: string) {
      const [found] = await owner<{ most: string | null; types: string[] | null }[]>`
        select file_size_limit as most, allowed_mime_types as types
        from storage.buckets where id = ${bucket}`.catch(toRefusal);
      if (!found) throw noBucket();
      return found;
    },

    /**
     * Checks that the caller may write that object, without writing it. @throws ApiError 403, 409.
     */
    async rehearse(c: StorageContext, object: Omit<NewObject, 'metadata' | 'userMetadata'>) {
      const undo = () => {
        throw new Allowed();
      };
      const wanted = { ...object, metadata: {}, userMetadata: null };
      await write(c, wanted, crypto.randomUUID(), undo).catch((error: unknown) => {
        if (!(error instanceof Allowed)) throw error;
      });
    },

    /** Writes the bytes first, then their row: without a row they are invisible. */
    async save(c: StorageContext, object: NewObject, put: (version: string) => Promise<void>) {
      const version = crypto.randomUUID();
      await put(version);
      const [row] = await write(c, object, version).catch(async (error: unknown) => {
        // why: after a broken connection the row may exist and need its bytes.
        if (error instanceof ApiError) await store.delete([version]);
        throw error;
      });
      return { Id: row?.id ?? version, Key: `${object.bucket}/${object.name}` };
    },

    /** Gives an object another name, its bytes staying where they are. @throws ApiError 403, 404. */
    async move(c: StorageContext, from: readonly [string, string], to: [string, string]) {
      const text = `update storage.objects
        set bucket_id = $3, name = $4, version = ${OBJECT_KEY}, updated_at = now()
        where bucket_id = $1 and name = $2 returning id`;
      const [moved] = await run<{ id: string }>(c, text, [...from, ...to]);
      if (!moved) throw refusal(403, 'Unauthorized', 'The object may not be changed');
      return moved;
    },

    /**
     * Removes the objects (null: all in the bucket) that the caller may remove, and returns their
     * rows.
     * @throws ApiError 403 when the caller sees some of them and may remove none.
     */
    async remove(c: StorageContext, bucket: string, names: string[] | null) {
      const named = names
        ? 'name = any (array(select json_array_elements_text($2::json)))'
        : 'true';
      const selected = `bucket_id = $1 and $2 <> '' and ${named}`;
      const text = `
        with seen as (select count(*) as count from storage.objects where ${selected}),
        gone as (delete from storage.objects where ${selected} returning *)
        select seen.count as seen, gone.id, to_jsonb(gone) as row from seen left join gone on true`;
      type Gone = { seen: string; id: string | null; row: Row };
      const rows = await run<Gone>(c, text, [bucket, JSON.stringify(names ?? [])]);
      const gone = rows.filter(({ id }) => id !== null);
      if (gone.length === 0 && Number(rows[0]?.seen) > 0)
        throw refusal(403, 'Unauthorized', 'The objects may not be removed');
      return gone.map(({ row }) => row);
    },
  };
}

export type Objects = ReturnType<typeof createObjects>;
