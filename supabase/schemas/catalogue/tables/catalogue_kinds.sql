-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table private.catalogue_kinds (
  kind text not null,
  "position" smallint not null,
  plural text collate private.names not null,
  item_table regclass not null,
  code_column name not null,
  -- Keys of the lookups that search results show as an item's brand, category and badge.
  brand_key text,
  category_key text,
  label_key text,
  -- A column of the item that is shown as the badge instead.
  label_column name,
  -- What the managers' search compares with: an expression over `item`.
  staff_text text not null default 'item.search_text',
  -- The prefix of the kind's codes, in lower case.
  code_prefix text not null,
  -- Whether the items' search_text includes their description.
  is_described boolean not null default false,
  turnaround_days smallint not null default 0,
  goes_with text[] not null default '{}'::text[],
  constraint catalogue_kinds_pkey primary key (kind),
  constraint catalogue_kinds_turnaround_days_range
    check (turnaround_days >= 0 and turnaround_days <= 30)
);

alter table private.catalogue_kinds enable row level security;

create trigger catalogue_changed
  after insert or delete or update or truncate on private.catalogue_kinds
  for each statement execute function private.tell_catalogue_changed();

insert into private.catalogue_kinds (kind, "position", plural, item_table, code_column, brand_key, category_key, label_key, label_column, staff_text, code_prefix, is_described, turnaround_days, goes_with) values
  ('backdrop', 3, 'Backdrops', 'public.backdrops', 'backdrop_id', null, 'size', 'material', null, 'item.search_text', 'bdp', false, 0, array['set', 'gear']),
  ('cloth', 2, 'Clothes', 'public.clothes', 'cloth_id', 'brand', 'category', 'brand', null, 'item.search_text', 'clt', false, 1, array['backdrop', 'set']),
  ('crew', 6, 'Crew', 'public.crews', 'crew_id', null, 'category', null, 'seniority', '(item.search_text || E''\n'' || private.compared(item.crew_id))', 'crw', false, 0, array['set', 'gear']),
  ('gear', 4, 'Gear', 'public.gear', 'gear_id', 'brand', 'category', 'brand', null, 'item.search_text', 'ger', false, 0, array['crew', 'backdrop']),
  ('prop', 1, 'Props', 'public.props', 'prop_id', 'brand', 'category', 'brand', null, '(private.compared(item.name || E''\n'' || item.description || E''\n'' || item.prop_id) collate "C")', 'prp', false, 0, array['set', 'backdrop']),
  ('set', 5, 'Sets & Packages', 'public.sets', 'set_id', null, 'category', 'category', null, '(item.search_text || E''\n'' || private.compared(item.set_id))', 'set', true, 0, array['backdrop', 'crew']);
