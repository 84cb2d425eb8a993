/*
 * Content of a link's page: {"document": its content, "hash": hex, "state", "answer": {"answer", "name", "note", "changes",
 * "at"} or null, "newer": the link was made for an earlier revision, "preview", "order": number or null, "short":
 * positions of the lines that are not free any more, while it can be accepted or has no order yet, "paid": {"received", "due"} or null, "pay": {"upi", "bank", "reference", "amount"} or null, "policy_url"}. States:
 * private.document_state.
 */
create function private.linked_content(link private.links, document public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  content constant jsonb := private.shown_content(document);
  state constant text := private.document_state(document);
begin
  return jsonb_build_object('document', content, 'hash', encode(private.document_hash(content), 'hex'), 'state', state, 'answer', private.answer_of_document(document.id),
    'newer', document.id <> link.document_id, 'preview', link.kind = 'document_preview',
    'order', (private.order_of_document(document)).order_number, 'policy_url', '/studio-policy',
    'short', case when state in ('open', 'declined', 'accepted') and document.order_id is null then (
      select coalesce(jsonb_agg(line -> 'position'), '[]') from jsonb_array_elements(private.short_quote_lines(document)) as line
    ) else '[]' end)
    || private.document_money(document, state);
end
$$;
