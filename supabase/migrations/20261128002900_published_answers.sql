-- Open pages tell of what a customer answers to their enquiry.

do $$
begin
  -- why: a publication FOR ALL TABLES includes it already and rejects ADD TABLE.
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables) then
    alter publication supabase_realtime add table public.enquiry_answers;
  end if;
end
$$;
