/* Refuses a call about customers that somebody else is changing: PT409, details {"reason": "busy"}. */
create function private.refuse_busy_customer() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'Somebody else is changing this customer right now. Please try again.'
    using errcode = 'PT409', detail = '{"reason": "busy"}';
end
$$;
