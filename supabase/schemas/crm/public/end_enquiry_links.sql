/*
 * Ends all links to the page of an enquiry for good: {"ended": how many}. Raises 42501 for anyone but admin and crm_user,
 * PT404 for an unknown enquiry.
 */
create function public.end_enquiry_links(enquiry uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  asked public.enquiry_orders;
  ended integer;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into asked from public.enquiry_orders where enquiry_orders.id = end_enquiry_links.enquiry;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  update private.enquiry_links as link set revoked_at = clock_timestamp()
  where link.enquiry_order_id = asked.id and link.revoked_at is null and link.expires_at > clock_timestamp();
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.record_event(asked.customer_id, 'enquiry', asked.id, 'links_ended', null, null);
  end if;
  return jsonb_build_object('ended', ended);
end
$$;

grant execute on function public.end_enquiry_links(uuid) to authenticated;
