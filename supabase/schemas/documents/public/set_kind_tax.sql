/*
 * Gives a kind of item, or 'other', another tax class, and returns what tax_classes returns. Raises PT422 with {"field"}
 * for an unknown kind or class, 42501 for anyone but admin.
 */
create function public.set_kind_tax(kind text, tax_class uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  if not exists (select from public.tax_classes as class where class.id = set_kind_tax.tax_class and class.succeeded_by is null) then
    perform private.refuse('tax_class', 'Select a tax class of the list.');
  elsif set_kind_tax.kind is null or set_kind_tax.kind <> 'other' and not exists (
    select from private.catalogue_kinds where catalogue_kinds.kind = set_kind_tax.kind
  ) then
    perform private.refuse('kind', 'There is no such kind.');
  end if;
  insert into private.kind_tax_classes (kind, tax_class_id) values (set_kind_tax.kind, set_kind_tax.tax_class)
  on conflict on constraint kind_tax_classes_pkey do update set tax_class_id = excluded.tax_class_id
  where kind_tax_classes.tax_class_id <> excluded.tax_class_id;
  return public.tax_classes();
end
$$;

grant execute on function public.set_kind_tax(text,uuid) to authenticated;
