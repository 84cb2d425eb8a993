/*
 * Gives each row its code (PRP-00001) once. Trigger arguments: code column, prefix, sequence.
 * why: a code in the statement is ignored, whoever sends it: codes come from the sequence only.
 */
create function private.assign_code() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  number text;
  code text;
begin
  if tg_op = 'INSERT' then
    number := nextval(tg_argv[2]::regclass)::text;
    -- why: lpad truncates longer strings.
    code := tg_argv[1] || '-' || lpad(number, greatest(5, length(number)), '0');
  else
    code := to_jsonb(old) ->> tg_argv[0];
  end if;
  new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], code));
  return new;
end
$$;
