/*
 * Refuses every change of an issued document: PT409 {"reason": "issued"}, for all roles. Allowed are its registration as
 * an e-invoice, a later revision of an offer, and the removal of an erased customer's data where no chain has it.
 */
create function private.refuse_issued() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  free text[] := '{irn,irn_qr}';
  facts private.document_kinds;
begin
  if old.state = 'draft' then
    return case tg_op when 'DELETE' then old else new end;
  elsif tg_op = 'UPDATE' then
    facts := private.kind_of(old);
    if facts.is_offer and (old.state, new.state) = ('issued', 'superseded') then
      free := free || '{state}';
    end if;
    if not facts.is_chained and exists (
      select from public.customers as customer where customer.id = old.customer_id and customer.erased_at is not null
    ) then
      free := free || '{frozen,notes,source_hash}';
    end if;
    if to_jsonb(new) - free = to_jsonb(old) - free then
      return new;
    end if;
  end if;
  raise exception using errcode = 'PT409', detail = '{"reason": "issued"}',
    message = format('%s was issued and never changes.', old.number);
end
$$;
