/*
 * Whether a quote can be accepted: 'accepted', 'declined', 'expired' (its validity has passed, or its order was
 * cancelled), 'changed' (its order is another by now) or 'open'; 'invoice' for a document of any other kind. A declined
 * quote can still be accepted while it is valid.
 */
create function private.document_state(document public.documents) returns text
language sql stable
set search_path = ''
as $$
  select case
    when not (private.kind_of(document)).is_offer then 'invoice'
    when last.answer = 'accepted' then 'accepted'
    when coalesce(document.valid_until < private.today(), false)
      or coalesce(made.status = 'cancelled', false) then 'expired'
    when made.id is not null and not private.quote_fits(document, made) then 'changed'
    when last.answer = 'declined' then 'declined'
    else 'open' end
  from (select private.answer_of_document(document.id) ->> 'answer' as answer) as last
    cross join lateral private.order_of_document(document) as made
$$;
