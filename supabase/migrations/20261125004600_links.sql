-- Links that open without signing in: calendars that a calendar app reads, and day sheets of crew members.

create table private.links (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  -- A calendar is of the studio, of a member of staff, or of a crew member; a day sheet of a crew member.
  for_studio boolean not null default false,
  user_id uuid,
  item_id uuid,
  -- Of a day sheet.
  day date,
  note text,
  -- why only the hash: a copy of the database opens no link.
  token bytea not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  expires_at timestamptz,
  -- Day on which it was opened last.
  last_opened date,
  constraint links_pkey primary key (id),
  constraint links_token_key unique (token),
  constraint links_user_id_fkey foreign key (user_id) references public.user_profiles (id) on delete cascade,
  constraint links_item_id_fkey foreign key (item_id) references public.items (id),
  constraint links_created_by_fkey foreign key (created_by) references public.user_profiles (id) on delete set null,
  constraint links_token_length check (octet_length(token) = 32),
  constraint links_note_length check (char_length(note) <= 500),
  constraint links_subject_check check (case kind
    when 'calendar' then for_studio::integer + num_nonnulls(user_id, item_id) = 1 and num_nonnulls(day, note, expires_at) = 0
    when 'day_sheet' then not for_studio and user_id is null and num_nulls(item_id, day, expires_at) = 0
    else false end)
);
create index links_user_id_idx on private.links (user_id);
create index links_item_id_idx on private.links (item_id);
create index links_created_by_idx on private.links (created_by);

alter table private.links enable row level security;
create policy "links: service_role does all" on private.links for all to service_role using (true) with check (true);

/* A new secret of a link: 64 hexadecimal digits. */
create function private.new_secret() returns text
language sql volatile
set search_path = ''
as $$
  select encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex')
$$;

/* The link with a secret while it is valid; null for all others. Notes the day on which it is opened. */
create function private.open_link(kind text, secret text) returns private.links
language plpgsql
set search_path = ''
as $$
declare
  opened private.links;
begin
  select * into opened from private.links as link
  where link.token = sha256(convert_to(left(open_link.secret, 100), 'UTF8')) and link.kind = open_link.kind
    and link.revoked_at is null and (link.expires_at is null or link.expires_at > clock_timestamp());
  if opened.id is not null and opened.last_opened is distinct from private.today() then
    update private.links as link set last_opened = private.today() where link.id = opened.id;
  end if;
  return opened;
end
$$;

/*
 * Whether the caller may see, make and revoke a link: admins all, other CRM staff their own calendar, and those of
 * crew members with their day sheets.
 */
create function private.may_manage_link(user_id uuid, item_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select private.is_staff('admin')
    or may_manage_link.item_id is not null or coalesce(may_manage_link.user_id = auth.uid(), false)
$$;

/* The crew member's item, or PT404. */
create function private.crew_member(item uuid) returns public.items
language plpgsql stable
set search_path = ''
as $$
declare
  member public.items;
begin
  select * into member from public.items as known
  where known.id = crew_member.item and known.kind = 'crew' and known.removed_at is null;
  if not found then
    raise exception 'This crew member does not exist.' using errcode = 'PT404';
  end if;
  return member;
end
$$;

/*
 * Makes a link under a key: {"id", "secret"}. A repeat with the key gives the same link a new secret, because only its
 * hash was stored.
 */
create function private.make_link(made private.links, key uuid) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  secret constant text := private.new_secret();
  new_token constant bytea := sha256(convert_to(secret, 'UTF8'));
  earlier jsonb;
  link_id uuid;
begin
  if make_link.key is null then
    raise exception 'key is required.' using errcode = 'PT422', detail = '{"field": "key"}';
  end if;
  earlier := private.claim_idempotency_key('make_link:' || auth.uid(), make_link.key,
    jsonb_build_array(made.kind, made.for_studio, made.user_id, made.item_id, made.day,
      encode(sha256(convert_to(coalesce(made.note, ''), 'UTF8')), 'hex')));
  if earlier is not null then
    update private.links as link set token = new_token
    where link.id = (earlier ->> 'id')::uuid and link.revoked_at is null;
    return earlier || jsonb_build_object('secret', secret);
  end if;
  insert into private.links (kind, for_studio, user_id, item_id, day, note, expires_at, token, created_by)
  values (made.kind, made.for_studio, made.user_id, made.item_id, made.day, made.note, made.expires_at, new_token, auth.uid())
  returning id into link_id;
  update private.idempotency_keys as claimed set response = jsonb_build_object('id', link_id)
  where claimed.scope = 'make_link:' || auth.uid() and claimed.key = make_link.key;
  return jsonb_build_object('id', link_id, 'secret', secret);
end
$$;

/*
 * Makes the address of a calendar: {"id", "secret"}; the secret cannot be read again. Of the studio (for admins), of a
 * member of CRM staff (for admins and that member), or of a crew member.
 * Raises 42501 for anyone else, PT404 for an unknown person, PT422 with the field for a wrong subject or no key.
 */
create function public.make_calendar_link(subject text, person uuid default null, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  made private.links;
begin
  perform private.require_staff('admin', 'crm_user');
  made.kind := 'calendar';
  made.for_studio := coalesce(subject = 'studio', false);
  if subject = 'staff' then
    made.user_id := person;
    if not exists (select from public.user_profiles where id = person and role in ('admin', 'crm_user')) then
      raise exception 'This member of staff does not exist.' using errcode = 'PT404';
    end if;
  elsif subject = 'crew' then
    made.item_id := (private.crew_member(person)).id;
  elsif not made.for_studio or person is not null then
    raise exception 'subject must be studio, staff or crew.' using errcode = 'PT422', detail = '{"field": "subject"}';
  end if;
  if not private.may_manage_link(made.user_id, made.item_id) then
    perform private.require_staff('admin');
  end if;
  return private.make_link(made, key);
end
$$;
grant execute on function public.make_calendar_link(text, uuid, uuid) to authenticated;

/*
 * Makes the link of a crew member's day sheet, valid until seven days after the day: {"id", "secret", "expires_at"}.
 * note: at most 500 characters, for example a time and a meeting point.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown crew member, PT409 {"reason": "not_booked"}
 * if no order has the member on that day, PT422 with the field for a wrong day or note or no key.
 */
create function public.make_day_sheet_link(item uuid, day date, note text default null, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  made private.links;
begin
  perform private.require_staff('admin', 'crm_user');
  made.kind := 'day_sheet';
  made.for_studio := false;
  made.item_id := (private.crew_member(make_day_sheet_link.item)).id;
  if coalesce(make_day_sheet_link.day not between private.today() - 7 and date '9998-12-01', true) then
    raise exception 'Select a day of the last week or later.' using errcode = 'PT422', detail = '{"field": "day"}';
  end if;
  made.day := make_day_sheet_link.day;
  made.note := nullif(private.trimmed(coalesce(make_day_sheet_link.note, '')), '');
  if char_length(made.note) > 500 then
    raise exception 'A note can have 500 characters.' using errcode = 'PT422', detail = '{"field": "note"}';
  end if;
  if not exists (
    select from public.reservations as booked
    where booked.item_id = made.item_id and booked.kind = 'rental' and booked.status <> 'released'
      and booked.rented @> made.day
  ) then
    raise exception 'This crew member is on no order that day.'
      using errcode = 'PT409', detail = '{"reason": "not_booked"}';
  end if;
  made.expires_at := (made.day + 8)::timestamp at time zone 'Asia/Kolkata';
  return private.make_link(made, key) || jsonb_build_object('expires_at', private.iso_time(made.expires_at));
end
$$;
grant execute on function public.make_day_sheet_link(uuid, date, text, uuid) to authenticated;

/*
 * The valid links that the caller may manage, of everybody or of one member of staff or crew, newest first, at most 200: [{"id", "kind", "subject": 'studio', 'staff'
 * or 'crew', "person": id or null, "name", "day", "created_at", "created_by": name, "last_opened"}].
 * Raises 42501 for anyone but admin and crm_user.
 */
create function public.calendar_links(person uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(told order by created_at desc, id), '[]')
    from (
      select link.id, link.created_at, jsonb_build_object('id', link.id, 'kind', link.kind,
        'subject', case when link.for_studio then 'studio' when link.user_id is not null then 'staff' else 'crew' end,
        'person', coalesce(link.user_id, link.item_id), 'name', coalesce(profile.display_name, item.name),
        'day', link.day, 'created_at', private.iso_time(link.created_at), 'created_by', maker.display_name,
        'last_opened', link.last_opened) as told
      from private.links as link
        left join public.user_profiles as profile on profile.id = link.user_id
        left join public.user_profiles as maker on maker.id = link.created_by
        left join public.items as item on item.id = link.item_id
      where link.revoked_at is null and (link.expires_at is null or link.expires_at > clock_timestamp())
        and private.may_manage_link(link.user_id, link.item_id)
        and (calendar_links.person is null or calendar_links.person in (link.user_id, link.item_id))
      order by link.created_at desc, link.id limit 200
    ) as listed
  );
end
$$;
grant execute on function public.calendar_links(uuid) to authenticated;

/*
 * Ends a link for good; a repeat changes nothing: {"id"}. Raises 42501 for anyone who may not manage it, PT404 for an
 * unknown one.
 */
create function public.revoke_link(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  link private.links;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into link from private.links as known where known.id = revoke_link.id for update;
  if not found then
    raise exception 'This link does not exist.' using errcode = 'PT404';
  elsif not private.may_manage_link(link.user_id, link.item_id) then
    perform private.require_staff('admin');
  end if;
  update private.links as known set revoked_at = coalesce(known.revoked_at, now()) where known.id = revoke_link.id;
  return jsonb_build_object('id', revoke_link.id);
end
$$;
grant execute on function public.revoke_link(uuid) to authenticated;
