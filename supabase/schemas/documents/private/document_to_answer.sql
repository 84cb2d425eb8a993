/*
 * The document that a link shows, locked for an answer; without a lock when it is accepted already and accepted again.
 * Raises PT409 {"reason": "busy"} after two seconds.
 * why it looks again every 200 ms: those who wait behind an acceptance return it, and need not wait for each other. It
 * also finds a revision that was issued meanwhile.
 */
create function private.document_to_answer(link private.links, answer text) returns public.documents
language plpgsql
set search_path = ''
set lock_timeout = '200ms'
as $$
declare
  give_up_at constant timestamptz := clock_timestamp() + interval '2 s';
  quote public.documents;
begin
  loop
    quote := private.shown_document(link);
    exit when answer = 'accepted' and private.document_state(quote) = 'accepted';
    begin
      perform from public.documents as locked where locked.id = quote.id for no key update;
      exit when quote.id = (private.shown_document(link)).id;
    exception when lock_not_available then
      if clock_timestamp() > give_up_at then
        perform private.refuse_answer('busy', 'Somebody else is answering this document right now. Please try again.');
      end if;
    end;
  end loop;
  return quote;
end
$$;
