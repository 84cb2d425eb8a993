-- Ends a statement whose answer has grown beyond what one request may have.
-- why: volatile, or PostgreSQL would call it while it plans.
create function extensions.refuse_answer() returns json
language plpgsql volatile parallel safe set search_path = '' as $$
begin
  raise exception using
    errcode = 'program_limit_exceeded',
    message = 'The answer is too large',
    hint = 'Ask for fewer rows, columns or embedded resources.';
end $$;
grant execute on function extensions.refuse_answer() to anon, authenticated, service_role;
