/*
 * Raises PT409 with details {"reason": "changed", "changes"} where one of the changes expects another value than that of
 * now (private.changed_meanwhile); noun: 'order' or 'enquiry'.
 */
create function private.refuse_changed(made public.orders, lines jsonb, changes jsonb, noun text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  conflicting constant jsonb := private.changed_meanwhile(made, lines, changes);
begin
  if conflicting is not null then
    raise exception using errcode = 'PT409', message = format('Somebody else changed this %s meanwhile.', noun),
      detail = jsonb_build_object('reason', 'changed', 'changes', conflicting)::text;
  end if;
end
$$;
