-- Tax classes: SAC, GST rate and place of supply of what is rented. A class never changes; another one succeeds it.

-- States and union territories by their GST code.
create table private.gst_states (
  code text not null,
  name text not null,
  constraint gst_states_pkey primary key (code),
  constraint gst_states_code_check check (code ~ '^[0-9]{2}$')
);
alter table private.gst_states enable row level security;
create policy "gst_states: service_role does all" on private.gst_states for all to service_role using (true) with check (true);

insert into private.gst_states (code, name) values
  ('01', 'Jammu and Kashmir'), ('02', 'Himachal Pradesh'), ('03', 'Punjab'), ('04', 'Chandigarh'), ('05', 'Uttarakhand'),
  ('06', 'Haryana'), ('07', 'Delhi'), ('08', 'Rajasthan'), ('09', 'Uttar Pradesh'), ('10', 'Bihar'), ('11', 'Sikkim'),
  ('12', 'Arunachal Pradesh'), ('13', 'Nagaland'), ('14', 'Manipur'), ('15', 'Mizoram'), ('16', 'Tripura'),
  ('17', 'Meghalaya'), ('18', 'Assam'), ('19', 'West Bengal'), ('20', 'Jharkhand'), ('21', 'Odisha'),
  ('22', 'Chhattisgarh'), ('23', 'Madhya Pradesh'), ('24', 'Gujarat'),
  ('26', 'Dadra and Nagar Haveli and Daman and Diu'), ('27', 'Maharashtra'), ('29', 'Karnataka'), ('30', 'Goa'),
  ('31', 'Lakshadweep'), ('32', 'Kerala'), ('33', 'Tamil Nadu'), ('34', 'Puducherry'),
  ('35', 'Andaman and Nicobar Islands'), ('36', 'Telangana'), ('37', 'Andhra Pradesh'), ('38', 'Ladakh'),
  ('97', 'Other Territory');

create table public.tax_classes (
  id uuid not null default gen_random_uuid(),
  label text not null,
  -- Services Accounting Code: heading 9973 is leasing or rental services.
  sac text not null,
  -- Percent of GST.
  rate numeric(5,2) not null,
  -- 'recipient': taxed in the recipient's state. 'premises': in the studio's, for what is used there.
  place text not null default 'recipient',
  valid_from date not null default private.today(),
  succeeded_by uuid,
  created_at timestamptz not null default now(),
  -- why no foreign key: a class never changes.
  created_by uuid,
  constraint tax_classes_pkey primary key (id),
  constraint tax_classes_succeeded_by_fkey foreign key (succeeded_by) references public.tax_classes (id),
  constraint tax_classes_label_check check (private.trimmed(label) <> '' and char_length(label) <= 60),
  constraint tax_classes_sac_check check (sac ~ '^([0-9]{4}|[0-9]{6})$'),
  constraint tax_classes_rate_check check (rate between 0 and 100),
  constraint tax_classes_place_check check (place in ('recipient', 'premises'))
);
create index tax_classes_succeeded_by_idx on public.tax_classes (succeeded_by);

alter table public.tax_classes enable row level security;
create policy "tax_classes: crm staff read" on public.tax_classes for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "tax_classes: service_role does all" on public.tax_classes for all to service_role using (true) with check (true);
grant select on public.tax_classes to authenticated, service_role;

-- The tax class of each kind of item, and of lines without an item.
create table private.kind_tax_classes (
  kind text not null,
  tax_class_id uuid not null,
  constraint kind_tax_classes_pkey primary key (kind),
  constraint kind_tax_classes_tax_class_id_fkey foreign key (tax_class_id) references public.tax_classes (id)
);
create index kind_tax_classes_tax_class_id_idx on private.kind_tax_classes (tax_class_id);
alter table private.kind_tax_classes enable row level security;
create policy "kind_tax_classes: service_role does all" on private.kind_tax_classes
  for all to service_role using (true) with check (true);

-- The studio's GST rate as it is when this runs; the SAC is a default to confirm.
with made as (
  insert into public.tax_classes (id, label, sac, rate)
  select '99731900-0000-4000-8000-000000000000', 'Rental', '997319', round((private.setting_or_default('studio.gst_rate'))::numeric * 100, 2)
  returning id
)
insert into private.kind_tax_classes (kind, tax_class_id)
select listed.kind, made.id
from made cross join (
  select kind.kind from private.catalogue_kinds as kind union all select 'other'
) as listed;

select private.add_activity_log('public.tax_classes', 'settings', 'tax_class', 'written.id', 'written.label',
  'label,sac,rate,place,succeeded_by');
select private.add_activity_log('private.kind_tax_classes', 'settings', 'tax_class', 'written.tax_class_id',
  '(select class.label from public.tax_classes as class where class.id = written.tax_class_id)', 'kind,tax_class_id');

/* Name of a state by its GST code: {"code", "name"}; null for none or an unknown code. */
create function private.gst_state(code text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('code', state.code, 'name', state.name)
  from private.gst_states as state where state.code = gst_state.code
$$;

/* The tax class of a kind of item; null or a kind without one: that of lines without an item. */
create function private.tax_class_of(kind text) returns public.tax_classes
language sql stable
set search_path = ''
as $$
  select class.* from private.kind_tax_classes as listed join public.tax_classes as class on class.id = listed.tax_class_id
  where listed.kind in (tax_class_of.kind, 'other') order by listed.kind = 'other' limit 1
$$;

/*
 * Tax classes that are not succeeded: {"classes": [{"id", "label", "sac", "rate", "place", "valid_from"}], "kinds":
 * {"prop": id, …, "other": id}, "states": [{"code", "name"}]}. Raises 42501 for anyone but admin and crm_user.
 */
create function public.tax_classes() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return jsonb_build_object(
    'classes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', class.id, 'label', class.label, 'sac', class.sac,
        'rate', class.rate, 'place', class.place, 'valid_from', class.valid_from) order by class.label, class.id), '[]')
      from public.tax_classes as class where class.succeeded_by is null),
    'kinds', (
      select coalesce(jsonb_object_agg(listed.kind, listed.tax_class_id), '{}') from private.kind_tax_classes as listed),
    'states', (
      select jsonb_agg(jsonb_build_object('code', state.code, 'name', state.name) order by state.name)
      from private.gst_states as state));
end
$$;
grant execute on function public.tax_classes() to authenticated;

/*
 * Makes a tax class, or one that succeeds another (`id`), and returns what tax_classes returns. Kinds move to the
 * successor; drafts keep their figures until they are saved or issued, and issued documents for good.
 * Raises PT404 for an unknown class, PT409 {"reason": "changed"} for one that was succeeded already, PT422 with {"field"},
 * 42501 for anyone but admin.
 */
create function public.change_tax_class(label text, sac text, rate numeric, place text, id uuid default null, key uuid default null)
returns jsonb
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
  elsif coalesce(char_length(private.trimmed(change_tax_class.label)), 0) not between 1 and 60 then
    perform private.refuse('label', 'Enter a name of at most 60 characters.');
  elsif coalesce(change_tax_class.sac, '') !~ '^([0-9]{4}|[0-9]{6})$' then
    perform private.refuse('sac', 'A SAC has 4 or 6 digits, like 997319.');
  elsif coalesce(change_tax_class.rate not between 0 and 100 or change_tax_class.rate % 0.01 <> 0, true) then
    perform private.refuse('rate', 'Enter a rate from 0 to 100%.');
  elsif change_tax_class.place is null or change_tax_class.place not in ('recipient', 'premises') then
    perform private.refuse('place', 'Select where it is taxed.');
  end if;
  insert into public.tax_classes (label, sac, rate, place, created_by)
  values (private.trimmed(change_tax_class.label), change_tax_class.sac, change_tax_class.rate, change_tax_class.place, auth.uid())
  returning * into made;
  if change_tax_class.id is not null then
    select * into former from public.tax_classes as known where known.id = change_tax_class.id for update;
    if not found then
      raise exception 'There is no such tax class.' using errcode = 'PT404';
    elsif former.succeeded_by is not null then
      raise exception 'Somebody else changed this tax class meanwhile.' using errcode = 'PT409', detail = '{"reason": "changed"}';
    end if;
    update public.tax_classes as known set succeeded_by = made.id where known.id = former.id;
    update private.kind_tax_classes as listed set tax_class_id = made.id where listed.tax_class_id = former.id;
  end if;
  answer := public.tax_classes();
  perform private.bind_idempotency_key('change_tax_class', change_tax_class.key, answer);
  return answer;
end
$$;
grant execute on function public.change_tax_class(text, text, numeric, text, uuid, uuid) to authenticated;

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
    select from private.catalogue_kinds as known where known.kind = set_kind_tax.kind
  ) then
    perform private.refuse('kind', 'There is no such kind.');
  end if;
  insert into private.kind_tax_classes (kind, tax_class_id) values (set_kind_tax.kind, set_kind_tax.tax_class)
  on conflict on constraint kind_tax_classes_pkey do update set tax_class_id = excluded.tax_class_id
  where kind_tax_classes.tax_class_id <> excluded.tax_class_id;
  return public.tax_classes();
end
$$;
grant execute on function public.set_kind_tax(text, uuid) to authenticated;
