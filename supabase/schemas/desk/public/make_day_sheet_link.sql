/*
 * Makes the link of a crew member's day sheet, valid until seven days after the day: {"id", "secret", "expires_at"}.
 * note: at most 500 characters, for example a time and a meeting point.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown crew member, PT409 {"reason": "not_booked"}
 * if no order has the member on that day, PT422 with the field for a wrong day or note or no key.
 */
create function public.make_day_sheet_link(
  item uuid,
  day date,
  note text default null,
  key uuid default null
) returns jsonb
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

grant execute on function public.make_day_sheet_link(uuid,date,text,uuid) to authenticated;
