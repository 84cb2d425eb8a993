/* The number that a draft would get if it was issued now: its own of a revision, or the next of its series. */
create function private.next_document_number(draft public.documents) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  own_prefix constant text := private.setting_text((private.kind_of(draft)).prefix_setting);
  year constant text := private.financial_year(private.today());
  next integer;
begin
  if draft.number is not null then
    return draft.number;
  end if;
  select series.last_number + 1 into next from private.document_series as series
  where series.kind = draft.kind and series.fy = year and series.prefix = own_prefix;
  next := coalesce(next, 1);
  return format('%s/%s/%s', own_prefix, year, lpad(next::text, greatest(4, length(next::text)), '0'));
end
$$;
