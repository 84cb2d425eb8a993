/* Follows acceptances: an accepted quote counts before a newer one. */
create function private.follow_answer_balances() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_balances(array(
    select made.id from new_rows as given
      join public.documents as document on document.id = given.document_id
      join public.orders as made on made.id = document.order_id or made.enquiry_order_id = document.enquiry_order_id
    where given.answer = 'accepted'));
  return null;
end
$$;
