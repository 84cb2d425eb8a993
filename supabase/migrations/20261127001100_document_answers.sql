-- Answers of customers to quotes, given by a link.

create table public.document_answers (
  id uuid not null default gen_random_uuid(),
  document_id uuid not null,
  -- Of the revision that the customer read: private.document_hash.
  revision_hash bytea not null,
  answer text not null,
  -- Typed by the customer; null once their data was erased.
  name text,
  note text,
  -- Wishes for single lines: [{"position", "text"}].
  changes jsonb not null default '[]',
  address inet,
  created_at timestamptz not null default clock_timestamp(),
  constraint document_answers_pkey primary key (id),
  constraint document_answers_document_id_fkey foreign key (document_id) references public.documents (id) on delete cascade,
  constraint document_answers_answer_check check (answer in ('accepted', 'declined', 'change')),
  constraint document_answers_hash_length check (octet_length(revision_hash) = 32),
  constraint document_answers_name_length check (char_length(name) <= 120),
  constraint document_answers_note_length check (char_length(note) <= 2000),
  constraint document_answers_changes_check check (jsonb_typeof(changes) = 'array')
);
create index document_answers_document_id_idx on public.document_answers (document_id, created_at, id);
create unique index document_answers_accepted_key on public.document_answers (document_id) where answer = 'accepted';

alter table public.document_answers enable row level security;
create policy "document_answers: crm staff read" on public.document_answers
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "document_answers: service_role does all" on public.document_answers
  for all to service_role using (true) with check (true);
-- why no writes: an answer is evidence of what the customer read and said. Only answer_document adds one.
grant select on public.document_answers to authenticated, service_role;

do $$
begin
  -- why: a publication FOR ALL TABLES includes it already and rejects ADD TABLE.
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables) then
    alter publication supabase_realtime add table public.document_answers;
  end if;
end
$$;

insert into private.settings (name, per_hour, description) values
  ('answers_by_address', 60, 'Answers to documents and reports of payments an hour from one network address'),
  ('attempts_by_address', 10, 'Unknown, expired or revoked links to documents opened an hour from one network address');

/*
 * Refuses an address that is over a limit already, and counts nothing: PT429, details {"retry_after": seconds}. An
 * unknown address has no limit. what: as in private.use_limits.
 * why enable_seqscan: as in private.use_limits.
 */
create function private.check_limit(what text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  moment constant timestamptz := clock_timestamp();
  seconds integer;
begin
  -- The use that has to expire first. Uses in the future (the clock was set back) are ignored.
  select greatest(ceil(extract(epoch from used.used_at + interval '1 hour' - moment)), 1) into seconds
  from private.settings as setting cross join private.limit_salt as salted
    cross join lateral (
      select past.used_at from private.limit_uses as past
      where past.name = setting.name
        and past.subject = sha256(salted.salt || convert_to(setting.name || ' ' || private.request_address(), 'UTF8'))
        and past.used_at > moment - interval '1 hour' and past.used_at <= moment
      order by past.used_at desc offset greatest(setting.per_hour - 1, 0) limit 1
    ) as used
  where setting.name = check_limit.what || '_by_address' and setting.per_hour is not null;
  if found then
    raise exception using errcode = 'PT429',
      message = format('Too many %s from your network. Please try again in %s.', what,
        case when seconds > 60 then ceil(seconds / 60.0) || ' minutes' else 'a minute' end),
      detail = jsonb_build_object('retry_after', seconds)::text;
  end if;
end
$$;

/*
 * The link with a secret that opens a document, or a row of nulls for an unknown, expired or revoked secret, without a
 * difference between them. Such attempts are limited for each address; over the limit it raises PT429 for every secret.
 */
create function private.open_document_link(secret text) returns private.links
language plpgsql
set search_path = ''
as $$
declare
  opened private.links;
begin
  perform private.check_limit('attempts');
  opened := private.open_link('document', open_document_link.secret);
  if opened.id is null then
    opened := private.open_link('document_preview', open_document_link.secret);
  end if;
  if opened.id is null then
    perform private.use_limits('attempts', null);
  end if;
  return opened;
end
$$;

/*
 * The document that a link shows: of a quote its newest issued revision, so that an old link stays useful; a preview
 * shows its own revision.
 */
create function private.shown_document(link private.links) returns public.documents
language plpgsql stable
set search_path = ''
as $$
declare
  shown public.documents;
begin
  select * into shown from public.documents as known where known.id = link.document_id;
  if shown.kind = 'quote' and shown.state = 'superseded' and link.kind = 'document' then
    select * into shown from public.documents as revised
    where revised.kind = 'quote' and revised.number = shown.number and revised.state <> 'draft'
    order by revised.revision desc limit 1;
  end if;
  return shown;
end
$$;

/* What a document shows (docs/product/documents.md): as issued, or of a draft as of now. */
create function private.shown_content(document public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce(document.frozen, private.document_content(document.id));
end
$$;

/* SHA-256 of what a document shows, which an answer carries. */
create function private.document_hash(content jsonb) returns bytea
language sql immutable
set search_path = ''
as $$
  select sha256(convert_to(document_hash.content::text, 'UTF8'))
$$;

/*
 * The order that a document belongs to: its own, or the one that was made from its enquiry.
 * why the enquiry: an issued document never changes, also when its enquiry becomes an order.
 */
create function private.order_of_document(document public.documents) returns public.orders
language sql stable
set search_path = ''
as $$
  select made from public.orders as made
  where made.id = document.order_id or document.order_id is null and made.enquiry_order_id = document.enquiry_order_id
$$;

/* The answer that counts: the acceptance, else the last one; null without any. */
create function private.answer_of_document(document_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('answer', given.answer, 'name', given.name, 'note', given.note, 'changes', given.changes,
    'at', private.iso_time(given.created_at))
  from public.document_answers as given where given.document_id = answer_of_document.document_id
  order by given.answer = 'accepted' desc, given.created_at desc, given.id desc limit 1
$$;

/*
 * Whether a quote can be accepted: 'accepted', 'declined', 'expired' (its validity has passed, or its order was
 * cancelled) or 'open'; 'invoice' for a document of any other kind. A declined quote can still be accepted while it is
 * valid.
 */
create function private.document_state(document public.documents) returns text
language sql stable
set search_path = ''
as $$
  select case
    when document.kind <> 'quote' then 'invoice'
    when last.answer = 'accepted' then 'accepted'
    when coalesce(document.valid_until < private.today(), false)
      or coalesce((private.order_of_document(document)).status = 'cancelled', false) then 'expired'
    when last.answer = 'declined' then 'declined'
    else 'open' end
  from (select private.answer_of_document(document.id) ->> 'answer' as answer) as last
$$;

/*
 * Answers of the customer to a document, newest first, at most 200: [{"answer", "name", "note", "changes",
 * "created_at"}]. An acceptance is always the newest.
 */
create or replace function private.document_answers_of(document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('answer', given.answer, 'name', given.name, 'note', given.note,
    'changes', given.changes, 'created_at', private.iso_time(given.created_at)) order by given.created_at desc, given.id desc), '[]')
  from (
    select * from public.document_answers as saved where saved.document_id = document_answers_of.document
    order by saved.created_at desc, saved.id desc limit 200
  ) as given
$$;

/*
 * Links that were made to send a document, newest first, at most 200: [{"id", "created_at", "expires_at", "revoked_at",
 * "last_opened"}].
 */
create or replace function private.document_links_of(document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'created_at', private.iso_time(sent.created_at),
    'expires_at', private.iso_time(sent.expires_at), 'revoked_at', private.iso_time(sent.revoked_at),
    'last_opened', sent.last_opened) order by sent.created_at desc, sent.id desc), '[]')
  from (
    select * from private.links as made where made.document_id = document_links_of.document and made.kind = 'document'
    order by made.created_at desc, made.id desc limit 200
  ) as sent
$$;
