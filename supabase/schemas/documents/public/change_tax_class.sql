/*
 * Makes a tax class, or one that succeeds another (`id`), and returns what tax_classes returns. Kinds move to the
 * successor; drafts keep their figures until they are saved or issued, and issued documents for good.
 * Raises PT404 for an unknown class, PT409 {"reason": "changed"} for one that was succeeded already, PT422 with {"field"},
 * 42501 for anyone but admin.
 */
create function public.change_tax_class(
  label text,
  sac text,
  rate numeric,
  place text,
  id uuid default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  former public.tax_classes;
  made public.tax_classes;
  answer jsonb;
begin
  perform private.require_staff('admin');
  if change_tax_class.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('change_tax_class', change_tax_class.key, jsonb_build_array(change_tax_class.id,
    change_tax_class.label, change_tax_class.sac, change_tax_class.rate, change_tax_class.place));
  if answer is not null then
    return answer;
  elsif coalesce(char_length(private.one_line(change_tax_class.label)), 0) not between 1 and 60 then
    perform private.refuse('label', 'Enter a name of at most 60 characters.');
  elsif coalesce(change_tax_class.sac, '') !~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$' then
    perform private.refuse('sac', 'A SAC has 4, 6 or 8 digits, like 997319.');
  elsif coalesce(change_tax_class.rate not between 0 and 100 or change_tax_class.rate % 0.01 <> 0, true) then
    perform private.refuse('rate', 'Enter a rate from 0 to 100%.');
  elsif change_tax_class.place is null or change_tax_class.place not in ('recipient', 'premises') then
    perform private.refuse('place', 'Select where it is taxed.');
  end if;
  insert into public.tax_classes (label, sac, rate, place, created_by)
  values (private.one_line(change_tax_class.label), change_tax_class.sac, change_tax_class.rate, change_tax_class.place, auth.uid())
  returning * into made;
  if change_tax_class.id is not null then
    select * into former from public.tax_classes as class where class.id = change_tax_class.id for update;
    if not found then
      raise exception 'There is no such tax class.' using errcode = 'PT404';
    elsif former.succeeded_by is not null then
      raise exception 'Somebody else changed this tax class meanwhile.' using errcode = 'PT409', detail = '{"reason": "changed"}';
    end if;
    update public.tax_classes as class set succeeded_by = made.id where class.id = former.id;
    update private.kind_tax_classes as listed set tax_class_id = made.id where listed.tax_class_id = former.id;
  end if;
  answer := public.tax_classes();
  perform private.bind_idempotency_key('change_tax_class', change_tax_class.key, answer);
  return answer;
end
$$;

grant execute
  on function public.change_tax_class(text,text,numeric,text,uuid,uuid) to authenticated;
