-- What only the gateway sees: no grants to the API roles, nor usage on the schema.

-- Keys that the gateway makes for itself once (JWT secret).
create table backend.secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- Failed sign-ins per address together with account, to slow down guessing. `key` is a keyed hash
-- of both: neither addresses nor e-mail addresses are kept here.
create table backend.sign_in_attempts (
  key text primary key,
  failures integer not null default 0,
  window_started_at timestamptz not null default now()
);
create index sign_in_attempts_window_started_at_idx
  on backend.sign_in_attempts (window_started_at);
