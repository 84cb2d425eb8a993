/*
 * Items to put into an enquiry, an order or a document, by words as visitors search (search_by_words), the best first:
 * {"total", "items": [{"type", "id", "code", "name", "quantity", "price", "active", "image", "place", "free", "of"}],
 * "next", "near", "partial"}. On the last page items follow that visitors do not see and whose name has all words, or
 * whose code is q, twelve at most; they come alone where no other item has all words. 1,000 names are compared. partial: no item has all words,
 * near: none has any, and the items are the nearest ones.
 *
 * rental_from, rental_to: inclusive days of Asia/Kolkata; free and of are the pieces then, as in availability, and null
 * without days and where pieces are not counted. Days before today are left out, and more than 92 say nothing.
 * why the days do not sort: what was typed is wanted, free or not.
 * cursor: `next` of the page before. size: 1 to 50. Nothing without words.
 * Raises PT400 for wrong arguments, 42501 for anyone but admin and crm_user.
 */
create function public.find_rentable(
  q text,
  rental_from date default null,
  rental_to date default null,
  cursor text default null,
  size integer default 8
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  typed constant text := private.typed_search(coalesce(find_rentable.q, ''));
  patterns constant text[] := array(
    select private.pattern_of(word) from string_to_table(private.compared(typed), ' ') as word where word <> ''
    order by length(word) desc);
  -- why from today: an order that is out begins in the past.
  first_day constant date := case
    when find_rentable.rental_from is not null then greatest(find_rentable.rental_from, private.today()) end;
  page jsonb;
  found jsonb;
  is_complete boolean;
  hidden uuid[] := '{}';
begin
  perform private.require_staff('admin', 'crm_user');
  if coalesce(find_rentable.size not between 1 and 50, true) then
    raise exception 'size must be between 1 and 50.' using errcode = 'PT400';
  end if;
  if cardinality(private.search_terms(coalesce(find_rentable.q, ''))) = 0 then
    return '{"total": 0, "items": [], "next": null, "near": false, "partial": false}';
  end if;
  page := public.search_by_words(find_rentable.q, cursor => find_rentable.cursor, size => find_rentable.size);
  found := page -> 'items';
  is_complete := (page ->> 'total')::integer > 0 and not page ? 'partial';
  if not is_complete and find_rentable.cursor is null or is_complete and page -> 'next' = 'null' then
    -- why materialized: by the longest word the index of names answers, not one that has all items.
    with named as materialized (
      select item.* from public.items as item
      where length(patterns[1]) > 4 and private.compared(item.name) collate "C" like patterns[1]
      limit 1000
    )
    select array(
      select named.id from named
      where private.compared(named.name) like all (patterns) and not named.active and named.archived_at is null
        and named.removed_at is null
      limit 12) into hidden;
    hidden := hidden || array(
      select item.id from public.items as item
      where item.code = upper(typed) and item.id <> all (hidden)
        and not item.active and item.archived_at is null and item.removed_at is null);
  end if;
  if hidden <> '{}' and not is_complete then
    page := '{"total": 0, "next": null}';
    found := '[]';
  end if;
  found := found || (
    select coalesce(jsonb_agg(jsonb_build_object('id', item.id) order by item.name, item.id), '[]')
    from public.items as item where item.id = any (hidden));
  if found = '[]' then
    found := coalesce(page -> 'instead', '[]');
    page := page || jsonb_build_object('near', found <> '[]');
  end if;
  if find_rentable.rental_to between first_day and first_day + 91 then
    found := private.with_free(found, private.rental_days_of(first_day, find_rentable.rental_to));
  end if;
  return jsonb_build_object(
    'total', (page ->> 'total')::integer + cardinality(hidden),
    'next', page -> 'next',
    'near', coalesce(page -> 'near', 'false'),
    'partial', coalesce(page -> 'partial', 'false'),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('type', item.kind, 'id', item.id, 'code', item.code,
        'name', item.name, 'quantity', item.quantity, 'price', item.price, 'active', item.active,
        'image', item.image, 'place', item.place, 'free', listed.row -> 'free', 'of', listed.row -> 'of')
        order by listed.nth), '[]')
      from jsonb_array_elements(found) with ordinality as listed (row, nth)
        join public.items as item on item.id = (listed.row ->> 'id')::uuid));
end
$$;

grant execute on function public.find_rentable(text,date,date,text,integer) to authenticated;
