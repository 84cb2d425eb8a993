/*
 * Replaces the lines of a draft. A line that had its discount before keeps it, also where its amount fell below.
 * Raises PT422 with {"field": "lines", "index"}.
 */
create function private.write_document_lines(document_id uuid, lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  rows jsonb;
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > 300 then
    perform private.refuse('lines', 'A document can have at most 300 lines.');
  end if;
  select coalesce(jsonb_agg(private.checked_document_line(line.value, line.place::integer - 1, array(
        select former.discount_amount from public.document_lines as former
        where former.document_id = write_document_lines.document_id and former.discount_amount is not null
          and line.value -> 'discount_amount' <> 'null' and former.kind = line.value ->> 'kind'
          and (former.item_id::text, former.order_item_id::text, former.enquiry_item_id::text) is not distinct from
            (line.value ->> 'item_id', line.value ->> 'order_item_id', line.value ->> 'enquiry_item_id'))) || jsonb_build_object(
      'document_id', write_document_lines.document_id, 'gross', 0, 'discount', 0, 'shared_discount', 0, 'taxable', 0,
      'cgst', 0, 'sgst', 0, 'igst', 0) order by line.place), '[]')
    into rows
  from jsonb_array_elements(lines) with ordinality as line (value, place);
  delete from public.document_lines as former where former.document_id = write_document_lines.document_id;
  insert into public.document_lines select * from jsonb_populate_recordset(null::public.document_lines, rows);
end
$$;
