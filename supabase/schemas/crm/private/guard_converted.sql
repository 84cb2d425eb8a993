/*
 * Only the converting function makes an enquiry converted, and that status is final.
 * why: SECURITY INVOKER on purpose. A request runs as one of the API roles; inside a SECURITY DEFINER
 * function the current user is the owner, so the function passes and a request never does.
 */
create function private.guard_converted() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    raise exception 'An enquiry is converted by "Convert to Order" only, and then keeps its status.'
      using errcode = 'PT422';
  end if;
  return new;
end
$$;
