-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The e-mails of an event: the template of the event's own name, and after an enquiry the acknowledgement too.
 * Templates: src/domain/messages/templates.ts.
 */
create function private.event_templates(event text) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select case event when 'enquiry_new' then '{enquiry_new,acknowledgement}'::text[] else array[event] end
$$;
