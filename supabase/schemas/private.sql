-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create schema private;

-- Sort order of everything that people read: "apple, Banana, cherry" (ks-level2) and "Flat 2, Flat 10" (kn).
-- why: deterministic, because LIKE does not work on nondeterministic collations. Strings that differ
-- only in case are then ordered by their bytes, which a keyset cursor needs.
create collation private.names (provider = icu, locale = 'und-u-kn-ks-level2', deterministic = true);

/* Some of the items of a count, as a bitmap. */
create type private.item_chunk as (kind text, counted integer, chunk integer, items bigint);

-- The dates of a call, and what all parts of its answer need to know about them.
create type private.rental_days as (
  shows text,
  first date,
  last date,
  last_days date[],
  apart_free uuid[],
  apart_booked uuid[]
);

/* 64 items of a count, as bitmaps by how well they match. */
create type private.search_chunk as (
  kind text,
  counted integer,
  chunk integer,
  ranks bigint[],
  near bigint,
  is_partial boolean
);

/* What a statement changed about a reservation; a negative quantity is its state before. */
create type private.stock_change as (
  id uuid,
  item_id uuid,
  kind text,
  status text,
  quantity integer,
  blocked daterange
);

create sequence private.backdrop_code_seq;

create sequence private.cloth_code_seq;

create sequence private.crew_code_seq;

create sequence private.customer_number_seq;

create sequence private.enquiry_number_seq;

create sequence private.gear_code_seq;

create sequence private.order_number_seq;

-- When workers were told of messages last, in ms since 1970. why a sequence: all connections see it at once, without locks.
create sequence private.outbox_told minvalue 0 start 0;

create sequence private.prop_code_seq;

create sequence private.set_code_seq;
