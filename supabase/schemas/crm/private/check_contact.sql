/*
 * Checks the four contact fields of the enquiry and the contact form, names and e-mail already trimmed.
 * email_optional: no e-mail address is accepted too (a caller's).
 */
create function private.check_contact(
  first_name text,
  last_name text,
  mobile text,
  email text,
  email_optional boolean default false
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(first_name, '') = '' then
    perform private.refuse('first_name', 'First name is required');
  elsif not private.is_person_name(first_name) then
    perform private.refuse('first_name', 'First name must be at most 80 characters');
  elsif private.name_problem(first_name) is not null then
    perform private.refuse('first_name', private.name_problem(first_name));
  elsif coalesce(last_name, '') = '' then
    perform private.refuse('last_name', 'Last name is required');
  elsif not private.is_person_name(last_name) then
    perform private.refuse('last_name', 'Last name must be at most 80 characters');
  elsif private.name_problem(last_name) is not null then
    perform private.refuse('last_name', private.name_problem(last_name));
  elsif coalesce(mobile, '') !~ '^\+91[6-9][0-9]{9}$' then
    perform private.refuse('mobile', coalesce(private.foreign_mobile_problem(mobile), 'Please enter a valid Indian mobile number '
      '(+91 followed by 10 digits starting with 6-9)'));
  elsif not coalesce(private.can_be_sent_to(email), email is null and email_optional) or private.name_problem(email) is not null then
    perform private.refuse('email', 'Please enter a valid email address');
  end if;
end
$$;
