/*
 * Gives a draft its number and date, and freezes it. Its row is locked by the caller; the row of the series is the last
 * lock, so that numbers follow each other without a gap and a failure leaves none. Raises PT409 {"reason": "incomplete"}
 * when the series is full or another kind has its prefix.
 */
create function private.freeze_document(id uuid, amounts jsonb default null)
returns public.documents
language plpgsql
set search_path = ''
as $$
declare
  draft public.documents;
  facts private.document_kinds;
  place record;
  series private.document_series;
  day date := private.today();
  latest date;
  own_prefix text;
  content jsonb;
begin
  select * into draft from public.documents as document where document.id = freeze_document.id;
  facts := private.kind_of(draft);
  place := private.document_place(draft);
  own_prefix := private.setting_text(facts.prefix_setting);
  -- why before the series is locked: others wait for it.
  content := private.document_content(draft.id, amounts => freeze_document.amounts);
  if draft.number is null then
    loop
      insert into private.document_series (kind, fy, prefix)
      values (draft.kind, private.financial_year(day), own_prefix)
      on conflict on constraint document_series_pkey do nothing;
      select * into series from private.document_series
      where document_series.kind = draft.kind and document_series.fy = private.financial_year(day)
        and document_series.prefix = own_prefix
      for update;
      -- why again: 1 April may have begun while this waited.
      latest := private.today();
      exit when private.financial_year(latest) = private.financial_year(day);
      day := latest;
    end loop;
    -- why not today again: the year may have ended since, and the number is one of this year's series.
    day := greatest(latest, series.last_date);
    draft.fy := series.fy;
    draft.sequence := series.last_number + 1;
    draft.number := format('%s/%s/%s', series.prefix, series.fy, lpad(draft.sequence::text, greatest(4, length(draft.sequence::text)), '0'));
    if length(draft.number) > 16 then
      raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}',
        message = format('The series %s/%s is full. Select another prefix in the settings.', series.prefix, series.fy);
    end if;
  end if;
  content := content || jsonb_build_object('number', draft.number, 'date', day);
  if facts.is_chained then
    draft.previous_hash := coalesce(series.last_hash, '');
  end if;
  update public.documents as issued
  set state = 'issued', fy = draft.fy, sequence = draft.sequence, number = draft.number, date = day, place_of_supply = place.code,
    place_reason = place.reason, customer_state = place.customer_state, zero_rated = place.zero_rated, frozen = content, template = 1,
    previous_hash = draft.previous_hash, hash = sha256(coalesce(draft.previous_hash, '') || convert_to(content::text, 'UTF8')),
    issued_at = clock_timestamp(), issued_by = auth.uid(), updated_at = clock_timestamp(), version = issued.version + 1
  where issued.id = draft.id
  returning * into draft;
  if series.kind is not null then
    update private.document_series set last_number = draft.sequence, last_date = day, last_hash = draft.hash
    where document_series.kind = series.kind and document_series.fy = series.fy
      and document_series.prefix = series.prefix;
  end if;
  return draft;
exception when unique_violation then
  raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}',
    message = format('Another kind of document has the prefix %s. Select another one in the settings.', own_prefix);
end
$$;
