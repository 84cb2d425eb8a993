/*
 * Whether an issued document shows nobody but the person to whom a link was given: the customer whom it names, and the
 * owner of its billing profile. person, mailed_to, given_at: of the link. typed: for a link that was given to whoever
 * filled in a form, or who reads the mailbox that was typed there, the address that was typed; null for one that was
 * given to the customer of the record. False, never null: nobody in particular is nobody whom a document names.
 * why not by the customer of the enquiry: a merge gives it to another record, whose data the holder must not see.
 */
create function private.shows_only(
  document public.documents,
  person uuid,
  mailed_to bytea,
  given_at timestamptz,
  typed text default null
) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  named public.customers;
  billed public.customers;
begin
  select * into named from public.customers as customer
  where customer.customer_number = document.frozen #>> '{customer,number}';
  select customer.* into billed from public.billing_profiles as profile
    join public.customers as customer on customer.id = profile.customer_id
  where profile.id = document.billing_profile_id;
  return coalesce(named.id is not null
    and case when shows_only.mailed_to is null then shows_only.person = named.id
      -- A merge may have exchanged the addresses of both records.
      else exists (
        select from public.customers as customer
        where customer.id in (named.id, private.remaining_customer(named.id))
          and private.address_hash(customer.email) = shows_only.mailed_to) end
    and (billed.id is null or billed.id in (named.id, shows_only.person)
      or private.address_hash(billed.email) = shows_only.mailed_to)
    -- The record got details of a merged customer between giving the link and issuing the document.
    and not exists (
      select from public.customer_merges as merge
      where merge.into_id = named.id and merge.merged_at > shows_only.given_at and merge.merged_at <= document.issued_at
        and (merge.undone_at is null or merge.undone_at > document.issued_at)
        and merge.moved -> 'details' ?| '{first_name,last_name,email,mobile}')
    and (shows_only.typed is null
      or lower(shows_only.typed) = lower(named.email) and not private.has_other_addresses(named)), false);
end
$$;
