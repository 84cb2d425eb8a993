/*
 * Trims an edited note and records who edited it and when, by the database's clock, whatever the request says.
 */
create function private.edit_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.note := private.trimmed(new.note);
  if new.note is distinct from old.note then
    new.edited_at := now();
    new.edited_by := auth.uid();
  end if;
  return new;
end
$$;
