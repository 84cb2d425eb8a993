-- Supplies to a special economic zone and exports of services.
insert into private.gst_states (code, name) values ('96', 'Outside India');

alter table public.billing_profiles
  add column zero_rated text,
  add constraint billing_profiles_zero_rated_check check (zero_rated in ('with_payment', 'without_payment')),
  add constraint billing_profiles_zero_rated_whom check (zero_rated is null or state_code = '96' or gstin is not null),
  add constraint billing_profiles_abroad_check check (state_code <> '96' or zero_rated is not null);
comment on column public.billing_profiles.zero_rated is
  'Of an SEZ unit or developer, and of a customer abroad (state 96): with payment of IGST, or without, under a letter of undertaking.';

alter table public.documents
  add column zero_rated text,
  add constraint documents_zero_rated_check check (zero_rated in ('SEZWP', 'SEZWOP', 'EXPWP', 'EXPWOP'));
comment on column public.documents.zero_rated is
  'Of an issued one: a supply to an SEZ or an export, with (WP) or without (WOP) payment of IGST, as GSTR-1 names it; null: neither.';

insert into private.setting_rules (key, group_name, rule, is_public, default_value) values
  ('identity.lut', 'identity', '{"type": "code", "pattern": "^[A-Z0-9/-]{4,30}$", "like": "AD290326001234X", "upper": true, "optional": true}', false, '""'),
  ('identity.lut_year', 'identity', '{"type": "code", "pattern": "^[0-9]{2}-[0-9]{2}$", "like": "26-27", "upper": true, "optional": true}', false, '""');
