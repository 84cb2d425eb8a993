-- Texts of one line that were stored with control marks (private.one_line). Documents that were issued keep theirs.

-- Names of items and of the values in their lists, wherever assign_slug writes them.
do $$
declare
  held record;
  named record;
  suffix text;
begin
  for held in
    select tgrelid::regclass as in_table, split_part(encode(tgargs, 'escape'), '\000', 1) as label
    from pg_catalog.pg_trigger where tgfoid = 'private.assign_slug'::regproc
  loop
    for named in
      execute format('select id, %1$I::text as label from %2$s where %1$I <> private.one_line(%1$I) order by id', held.label, held.in_table)
    loop
      suffix := '';
      loop
        begin
          execute format('update %2$s set %1$I = $1 where id = $2', held.label, held.in_table)
            using left(coalesce(nullif(private.one_line(named.label), ''), 'Unnamed'), greatest(char_length(named.label), 20) - length(suffix)) || suffix, named.id;
          exit;
        -- why: names in a list are different, and two may have differed only in their marks.
        exception when unique_violation then
          suffix := format(' (%s)', coalesce(substring(suffix from '\d+')::integer, 1) + 1);
        end;
      end loop;
    end loop;
  end loop;
end
$$;

update public.order_items set description = coalesce(nullif(private.one_line(description), ''), 'Text')
where description <> private.one_line(description);

update public.document_lines as line set text = coalesce(nullif(private.one_line(line.text), ''), 'Text')
from public.documents as draft
where draft.id = line.document_id and draft.state = 'draft' and line.text <> private.one_line(line.text);

update public.items set place = nullif(private.one_line(place), '') where place <> private.one_line(place);

update public.tax_classes set label = coalesce(nullif(private.one_line(label), ''), 'Unnamed') where label <> private.one_line(label);
