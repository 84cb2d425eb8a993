/*
 * An enquiry or order by number or id, with its owner, notes, customer and items. Each item says whether it is in the
 * catalogue, how many there are, and what is free for it on its days (private.lines_availability; null once the
 * rental is over, or as long as it has no dates). Null if there is no such record.
 * live_statuses: statuses of rentals that are not over.
 */
create function private.rental_record(
  rentals regclass,
  number_column text,
  lines regclass,
  parent_column text,
  live_statuses text[],
  number text,
  id uuid
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  told jsonb;
begin
  execute format(
    'select to_jsonb(rental) || jsonb_build_object(
       ''customer'', private.customer_of(rental.customer_id),
       ''items'', (
         select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object(''name'', item.name,
           ''code'', item.code, ''slug'', item.slug, ''image'', item.image,
           ''active'', item.active, ''stock'', item.quantity) order by line.position, line.id), ''[]'')
         from %s as line left join public.catalogue_items as item
           on item.type = line.item_type and item.id = line.item_id
         where line.%I = rental.id))
     from %s as rental where %s',
    lines, parent_column, rentals,
    case when number is not null then format('rental.%I = upper($1)', number_column) else 'rental.id = $2' end)
    into told using rental_record.number, rental_record.id;
  if told is null then
    return null;
  end if;
  return told || private.owner_and_notes(told) || jsonb_build_object('items', (
    select coalesce(
      jsonb_agg(line.value || jsonb_build_object('availability', verdict.availability) order by line.place), '[]')
    from jsonb_array_elements(told -> 'items') with ordinality as line (value, place)
      left join private.lines_availability(
        case when told ->> 'status' = any (live_statuses) then told -> 'items' else '[]' end,
        coalesce(told ->> 'enquiry_order_id', told ->> 'id')::uuid
      ) as verdict on verdict.line_id = (line.value ->> 'id')::uuid
  ));
end
$$;
