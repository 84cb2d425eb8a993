-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * An enquiry or order by number or id, with its customer and items. Each item says whether it is in the
 * catalogue, and how many there are. Null if there is no such record.
 */
create function private.rental_record(
  rentals regclass,
  number_column text,
  lines regclass,
  parent_column text,
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
  return told;
end
$$;
