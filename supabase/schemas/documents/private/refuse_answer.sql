/* Refuses an answer: PT409 with {"reason"}. */
create function private.refuse_answer(reason text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', message = message, detail = jsonb_build_object('reason', reason)::text;
end
$$;
