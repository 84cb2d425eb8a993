-- What a public bucket takes (size, types) may be asked by everyone; its objects are public anyway.

create policy "buckets: anyone reads public" on storage.buckets
  for select to anon, authenticated using (public);
