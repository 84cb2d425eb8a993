-- Links that open a customer's page of an enquiry without signing in.

-- why not a kind of private.links: that table logs each change, and a link is made inside submit_enquiry.
create table private.enquiry_links (
  id uuid not null default gen_random_uuid(),
  enquiry_order_id uuid not null,
  -- why only the hash: a copy of the database opens no link.
  token bytea not null,
  -- The secret went only to the customer's own address or number, so it may open their quote too.
  is_personal boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Day on which it was opened last.
  last_opened date,
  constraint enquiry_links_pkey primary key (id),
  constraint enquiry_links_token_key unique (token),
  constraint enquiry_links_enquiry_order_id_fkey
    foreign key (enquiry_order_id) references public.enquiry_orders (id) on delete cascade,
  constraint enquiry_links_token_length check (octet_length(token) = 32)
);
create index enquiry_links_enquiry_order_id_idx on private.enquiry_links (enquiry_order_id);

alter table private.enquiry_links enable row level security;
create policy "enquiry_links: service_role does all" on private.enquiry_links
  for all to service_role using (true) with check (true);

/*
 * A link to the page of an enquiry, valid for 180 days: its id and its secret, which cannot be read again. reuse: a link
 * of the same enquiry whose secret reached nobody; it gets a new secret, unless it was revoked. is_personal: the secret
 * goes to the address or number of the customer's record only, not to whoever filled in the form.
 */
create function private.new_enquiry_link(
  enquiry uuid, reuse uuid default null, is_personal boolean default false, out id uuid, out secret text
)
language plpgsql
set search_path = ''
as $$
declare
  new_token bytea;
  ends constant timestamptz := clock_timestamp() + interval '180 days';
begin
  new_enquiry_link.secret := private.new_secret();
  new_token := sha256(convert_to(new_enquiry_link.secret, 'UTF8'));
  if new_enquiry_link.reuse is not null then
    update private.enquiry_links as link
    set token = new_token, expires_at = ends, is_personal = new_enquiry_link.is_personal
    where link.id = new_enquiry_link.reuse and link.enquiry_order_id = new_enquiry_link.enquiry
      and link.revoked_at is null
    returning link.id into new_enquiry_link.id;
  end if;
  if new_enquiry_link.id is null then
    insert into private.enquiry_links (enquiry_order_id, token, is_personal, expires_at)
    values (new_enquiry_link.enquiry, new_token, new_enquiry_link.is_personal, ends)
    returning enquiry_links.id into new_enquiry_link.id;
  end if;
end
$$;
