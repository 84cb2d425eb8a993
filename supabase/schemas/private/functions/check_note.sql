-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Trims a new note and requires a customer whose data was not erased. why: the lock waits for a running erasure.
 */
create function private.check_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why: this runs before the policies and must not reveal to others which customers exist.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_staff('admin', 'crm_user');
  end if;
  perform from public.customers where id = new.customer_id and erased_at is null for key share;
  if not found then
    raise exception 'There is no such customer, or their data was erased.' using errcode = 'PT409';
  end if;
  new.note := private.trimmed(new.note);
  return new;
end
$$;
