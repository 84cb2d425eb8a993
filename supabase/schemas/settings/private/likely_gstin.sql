/*
 * The taxpayer's GSTIN that is meant where O stands for 0 or I for 1, or the other way round; null for none, and for one
 * that is right. Twin: `likelyGstin` in src/domain/settings/rules/gstin.ts.
 */
create function private.likely_gstin(gstin text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select nullif(meant.gstin, likely_gstin.gstin)
  from unnest(array['', 'OI', '01'], array['', '01', 'OI']) with ordinality as entity (wrong, plain, place)
    cross join unnest(array['', 'OI', '01'], array['', '01', 'OI']) with ordinality as last (wrong, plain, place)
    cross join lateral (
      select translate(left(likely_gstin.gstin, 2), 'OI', '01') || translate(substr(likely_gstin.gstin, 3, 5), '01', 'OI')
        || translate(substr(likely_gstin.gstin, 8, 4), 'OI', '01') || translate(substr(likely_gstin.gstin, 12, 1), '01', 'OI')
        || translate(substr(likely_gstin.gstin, 13, 1), entity.wrong, entity.plain) || substr(likely_gstin.gstin, 14, 1)
        || translate(substr(likely_gstin.gstin, 15), last.wrong, last.plain) as gstin
    ) as meant
  where private.gstin_kind(meant.gstin) = 'taxpayer' and private.is_gstin_checked(meant.gstin)
  order by entity.place, last.place limit 1
$$;
