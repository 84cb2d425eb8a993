-- What open screens follow live. Listeners read the changed rows again under their own rights.

do $$
declare
  followed text;
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  -- why: a publication for all tables has these already, and refuses to be told.
  if exists (select from pg_publication where pubname = 'supabase_realtime' and puballtables) then
    return;
  end if;
  foreach followed in array array[
    'props', 'clothes', 'backdrops', 'gear', 'crews', 'sets',
    'customers', 'enquiry_orders', 'orders', 'contact_enquiries'
  ] loop
    execute format('alter publication supabase_realtime add table public.%I', followed);
  end loop;
end
$$;
