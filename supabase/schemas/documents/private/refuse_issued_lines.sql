/* Refuses every change of an issued document's lines, as private.refuse_issued. */
create function private.refuse_issued_lines() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  holder public.documents;
begin
  for holder in
    select * from public.documents as document
    where document.id in (case when tg_op <> 'INSERT' then old.document_id end, case when tg_op <> 'DELETE' then new.document_id end)
      and document.state <> 'draft'
  loop
    if tg_op = 'UPDATE' and not (private.kind_of(holder)).is_chained and to_jsonb(new) - 'text' = to_jsonb(old) - 'text' and exists (
      select from public.customers as customer where customer.id = holder.customer_id and customer.erased_at is not null
    ) then
      return new;
    end if;
    raise exception using errcode = 'PT409', detail = '{"reason": "issued"}',
      message = format('%s was issued and never changes.', holder.number);
  end loop;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
