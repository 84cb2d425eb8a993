-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* Whether an enquiry has dated items left and all of them fit now, besides what it holds itself. */
create function private.enquiry_fits(id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select count(*) > 0 and bool_and(judged.availability -> 'short_days' = '[]')
  from private.lines_availability((
    select coalesce(jsonb_agg(to_jsonb(line)), '[]') from public.enquiry_items as line
    where line.enquiry_order_id = enquiry_fits.id
  ), enquiry_fits.id) as judged
$$;
