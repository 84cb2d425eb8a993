-- Kinds whose items are offered beside an item of this kind.
alter table private.catalogue_kinds add column goes_with text[] not null default '{}';

update private.catalogue_kinds as listed set goes_with = string_to_array(other.kinds, ' ')
from (values
  ('prop', 'set backdrop'),
  ('cloth', 'backdrop set'),
  ('backdrop', 'set gear'),
  ('gear', 'crew backdrop'),
  ('set', 'backdrop crew'),
  ('crew', 'set gear')
) as other (kind, kinds)
where other.kind = listed.kind;
