/*
 * Saves a message with its customer, and returns {"status": "received", "received_at": moment}. Queues an e-mail to the
 * studio. amends: what is sent takes the place of what this key sent before, whose answer was lost; a new message where
 * that never arrived or is handled, and for another mobile number.
 *
 * Raises PT422 with a form's message and details {"field": …}; PT409 idempotency_key_reused;
 * PT429 with details {"retry_after": seconds} over a limit. Any other failure has the step as
 * its hint: customer_lookup, customer_create or contact_save (docs/product/enquiry.md).
 * why plan_cache_mode: as in submit_enquiry.
 */
create function public.submit_contact_enquiry(
  idempotency_key uuid default null,
  first_name text default null,
  last_name text default null,
  mobile text default null,
  email text default null,
  message text default null,
  amends boolean default false
) returns jsonb
language plpgsql security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  given_first_name constant text := private.trimmed(submit_contact_enquiry.first_name);
  given_last_name constant text := private.trimmed(submit_contact_enquiry.last_name);
  given_mobile constant text := private.whole_mobile(submit_contact_enquiry.mobile);
  given_email constant text := private.plain_email(submit_contact_enquiry.email);
  given_message text;
  body constant jsonb := jsonb_build_array(given_first_name, given_last_name, given_mobile, given_email,
    submit_contact_enquiry.message);
  earlier jsonb;
  customer uuid;
  message_id uuid;
  received_at timestamptz;
  is_amended boolean;
  answer jsonb;
  step text;
  failed_detail text;
begin
  if submit_contact_enquiry.idempotency_key is null then
    perform private.refuse('idempotency_key', 'An idempotency key is required');
  end if;
  if submit_contact_enquiry.amends then
    earlier := private.amended_key('submit_contact_enquiry', submit_contact_enquiry.idempotency_key, body);
  end if;
  answer := private.claim_idempotency_key('submit_contact_enquiry', submit_contact_enquiry.idempotency_key, body);
  if answer is not null then
    return answer - 'id';
  end if;

  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email);
  given_message := private.checked_message(submit_contact_enquiry.message);
  perform private.use_limits('messages', given_mobile);

  begin
    step := 'customer_create';
    customer := private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
    step := 'contact_save';
    update public.contact_enquiries as sent
    set message = given_message, contact_first_name = given_first_name, contact_last_name = given_last_name,
      contact_email = given_email
    where sent.id = (earlier ->> 'id')::uuid and sent.customer_id = customer and sent.handled_at is null
    returning sent.id, sent.created_at into message_id, received_at;
    is_amended := found;
    if is_amended then
      perform private.record_event(customer, 'message', message_id, 'amended', null, null);
    else
      insert into public.contact_enquiries (
        customer_id, message, contact_first_name, contact_last_name, contact_email
      ) values (
        customer, given_message, given_first_name, given_last_name, given_email
      ) returning id, created_at into message_id, received_at;
    end if;
  exception when others then
    get stacked diagnostics failed_detail = pg_exception_detail;
    raise exception using errcode = sqlstate, message = sqlerrm, detail = failed_detail,
      hint = private.failed_step(step, given_mobile);
  end;

  if not is_amended then
    perform private.queue_messages('message_new', customer, params => jsonb_build_object('contact', message_id));
  end if;
  answer := jsonb_build_object('status', 'received', 'received_at', received_at);
  perform private.bind_idempotency_key(
    'submit_contact_enquiry', submit_contact_enquiry.idempotency_key, answer || jsonb_build_object('id', message_id));
  return answer;
end
$$;

grant execute
  on function public.submit_contact_enquiry(uuid,text,text,text,text,text,boolean)
  to anon, authenticated, service_role;
