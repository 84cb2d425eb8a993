-- The tables that open screens follow live. Subscribers read the changed rows under their own rights.

do $$
declare
  followed text;
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  -- why: a publication FOR ALL TABLES includes these already and rejects ADD TABLE.
  if exists (select from pg_publication where pubname = 'supabase_realtime' and puballtables) then
    return;
  end if;
  -- why: crm_events is left out. An event is written together with the change that it records, which
  -- is followed itself.
  foreach followed in array array[
    'props', 'clothes', 'backdrops', 'gear', 'crews', 'sets',
    'customers', 'enquiry_orders', 'orders', 'contact_enquiries', 'customer_notes'
  ] loop
    execute format('alter publication supabase_realtime add table public.%I', followed);
  end loop;
end
$$;
