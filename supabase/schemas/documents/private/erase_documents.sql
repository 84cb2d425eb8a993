/*
 * Removes the personal data of an erased customer from quotes and billing profiles, and drafts as a whole. Documents of a
 * chain stay, as the law demands (private.tax_documents_until).
 */
create function private.erase_documents() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.documents as draft where draft.customer_id = new.id and draft.state = 'draft';
  update public.document_lines as line
  set text = coalesce((select item.name from public.items as item where item.id = line.item_id), 'Erased')
  from public.documents as document join private.document_kinds as kinds using (kind)
  where document.id = line.document_id and document.customer_id = new.id and not kinds.is_chained;
  update public.documents as document
  set notes = '', frozen = document.frozen || jsonb_build_object('notes', '',
    'customer', (document.frozen -> 'customer')
      || '{"name": "", "legal_name": "", "gstin": "", "address": "", "mobile": "", "email": ""}',
    'lines', (
      select coalesce(jsonb_agg(line.value || jsonb_build_object('text', erased.text) order by erased.position), '[]')
      from jsonb_array_elements(document.frozen -> 'lines') as line (value)
        join public.document_lines as erased
          on erased.document_id = document.id and erased.position = (line.value ->> 'position')::smallint))
  from private.document_kinds as kinds
  where kinds.kind = document.kind and document.customer_id = new.id and not kinds.is_chained;
  update public.billing_profiles as profile
  set label = '', legal_name = 'Erased', gstin = null, address = '', state_code = null, zero_rated = null
  where profile.customer_id = new.id;
  return null;
end
$$;
