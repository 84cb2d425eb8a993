import { z } from 'zod';
import type { Objects, StorageContext } from './objects.ts';

/** Body of `list`. */
export const listing = z.strictObject({
  prefix: z.string().max(1024).default(''),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).default(0),
  search: z.string().max(1024).default(''),
  sortBy: z
    .strictObject({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
});

/**
 * The direct children of a folder that the caller may see: subfolders (`id` null) first, then
 * objects. `search` is a case-insensitive prefix of their names.
 */
export function listObjects(
  { run }: Objects,
  c: StorageContext,
  bucket: string,
  { prefix, limit, offset, search, sortBy }: z.output<typeof listing>,
) {
  const folder = prefix.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/');
  const text = `
    with found as (
      select split_part(substr(name, length($2) + 1), '/', 1) as entry,
        strpos(substr(name, length($2) + 1), '/') > 0 as inside,
        id, created_at, updated_at, last_accessed_at, metadata, version
      from storage.objects
      where bucket_id = $1 and starts_with(name, $2)
        and starts_with(lower(substr(name, length($2) + 1)), lower($3))
    ), entries as (
      select distinct entry as name, null::uuid as id, null::timestamptz as created_at,
        null::timestamptz as updated_at, null::timestamptz as last_accessed_at,
        null::jsonb as metadata, null as version
      from found where inside
      union all
      select entry, id, created_at, updated_at, last_accessed_at, metadata, version
      from found where not inside
    )
    select * from entries order by id is not null, ${sortBy.column} ${sortBy.order}, name
    limit $4::int offset $5::int`;
  return run(c, text, [bucket, folder, search, String(limit), String(offset)]);
}
