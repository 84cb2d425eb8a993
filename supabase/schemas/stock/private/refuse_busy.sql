/* Refuses a call that waited too long for a lock: PT409, details {"reason": "busy"}. */
create function private.refuse_busy() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The stock of these items is busy. Please try again.'
    using errcode = 'PT409', detail = '{"reason": "busy"}';
end
$$;
