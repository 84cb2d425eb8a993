-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table private.setting_rules (
  key text not null,
  group_name text not null,
  -- The same JSON as the app's rule of this setting (src/domain/settings/registry.ts).
  rule jsonb not null,
  -- Visitors may read the value.
  is_public boolean not null default true,
  constraint setting_rules_pkey primary key (key),
  constraint setting_rules_key_check
    check (key ~ '^[a-z_]+\.[a-z0-9_]+$' and split_part(key, '.', 1) = group_name),
  constraint setting_rules_rule_check check (jsonb_typeof(rule -> 'type') = 'string')
);

alter table private.setting_rules enable row level security;

create policy "setting_rules: service_role does all" on private.setting_rules
  for all
  to service_role
  using (true)
  with check (true);

insert into private.setting_rules (
  key, group_name, rule, is_public
) values
  ('brand.accent', 'brand', {"type":"colour","against":["#ffffff","#f3f0e9"],"contrast":4.5,"optional":true}, true),
  ('brand.logo', 'brand', {"type":"picture"}, true),
  ('footer.links_title', 'footer', {"max":40,"type":"text","required":true}, true),
  ('identity.gstin', 'identity', {"type":"gstin","optional":true}, false),
  ('identity.legal_name', 'identity', {"max":120,"type":"text","optional":true}, false),
  ('identity.pan', 'identity', {"type":"pan","optional":true}, false),
  ('identity.state_code', 'identity', {"max":2,"min":2,"type":"digits","optional":true}, false),
  ('navigation.about', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.crew_rental', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.free_props', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.my_order', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.pricing', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.projects', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.rent_backdrops', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.rent_clothes', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.rent_gear', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.rent_props', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.rent_sets_packages', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.rental_menu', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('navigation.studio_policy', 'navigation', {"max":30,"type":"text","required":true}, true),
  ('policy.advance_full_below', 'policy', {"max":10000000,"min":0,"step":1,"type":"number"}, true),
  ('policy.advance_part', 'policy', {"type":"share"}, true),
  ('policy.chairs', 'policy', {"max":1000,"min":0,"step":1,"type":"number"}, true),
  ('policy.cleaning_fee', 'policy', {"max":10000000,"min":0,"step":1,"type":"number"}, true),
  ('policy.desks', 'policy', {"max":1000,"min":0,"step":1,"type":"number"}, true),
  ('policy.generator_kva', 'policy', {"max":1000,"min":0,"step":0.5,"type":"number"}, true),
  ('policy.grace_minutes_from', 'policy', {"max":600,"min":0,"step":1,"type":"number"}, true),
  ('policy.grace_minutes_to', 'policy', {"max":600,"min":0,"step":1,"type":"number"}, true),
  ('policy.people_extra_each', 'policy', {"max":10000000,"min":0,"step":1,"type":"number"}, true),
  ('policy.people_included', 'policy', {"max":1000,"min":0,"step":1,"type":"number"}, true),
  ('policy.refund_days_from', 'policy', {"max":365,"min":0,"step":1,"type":"number"}, true),
  ('policy.refund_days_to', 'policy', {"max":365,"min":0,"step":1,"type":"number"}, true),
  ('policy.refund_full_hours', 'policy', {"max":10000,"min":0,"step":1,"type":"number"}, true),
  ('policy.refund_last', 'policy', {"type":"share"}, true),
  ('policy.refund_late', 'policy', {"type":"share"}, true),
  ('policy.refund_late_hours', 'policy', {"max":10000,"min":0,"step":1,"type":"number"}, true),
  ('security.require_second_factor', 'security', {"type":"boolean"}, false),
  ('studio.address_lines', 'studio', {"max":300,"type":"text","required":true,"multiline":true}, true),
  ('studio.chat_brand_name', 'studio', {"max":40,"type":"text","required":true}, true),
  ('studio.chat_brand_subtitle', 'studio', {"max":80,"type":"text","required":true}, true),
  ('studio.chat_call_to_action', 'studio', {"max":30,"type":"text","required":true}, true),
  ('studio.chat_message', 'studio', {"max":300,"type":"text","required":true}, true),
  ('studio.chat_welcome_text', 'studio', {"max":200,"type":"text","required":true}, true),
  ('studio.city', 'studio', {"max":80,"type":"text","required":true}, true),
  ('studio.country', 'studio', {"max":60,"type":"text","required":true}, true),
  ('studio.email', 'studio', {"type":"email"}, true),
  ('studio.gst_rate', 'studio', {"type":"share"}, true),
  ('studio.hours', 'studio', {"max":300,"type":"text","optional":true,"multiline":true}, true),
  ('studio.name', 'studio', {"max":80,"type":"text","required":true}, true),
  ('studio.phone', 'studio', {"type":"phone"}, true),
  ('studio.postal_code', 'studio', {"max":12,"type":"text","required":true}, true),
  ('studio.projects_url', 'studio', {"type":"url"}, true),
  ('studio.region', 'studio', {"max":80,"type":"text","required":true}, true),
  ('studio.short_name', 'studio', {"max":30,"type":"text","required":true}, true),
  ('studio.tagline', 'studio', {"max":200,"type":"text","optional":true}, true),
  ('studio.whatsapp', 'studio', {"max":15,"min":8,"type":"digits"}, true),
  ('studio.work_brands', 'studio', {"max":20,"type":"text","required":true}, true),
  ('studio.work_images', 'studio', {"max":20,"type":"text","required":true}, true),
  ('studio.work_videos', 'studio', {"max":20,"type":"text","required":true}, true);
