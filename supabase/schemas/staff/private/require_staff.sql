/*
 * Raises 42501 unless the caller is staff with one of these roles.
 * why: a SECURITY DEFINER function bypasses the policies, so it checks the role first.
 */
create function private.require_staff(variadic roles text[]) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.is_staff(variadic roles) then
    raise exception 'Your account has no right to do this.' using errcode = '42501';
  end if;
end
$$;
