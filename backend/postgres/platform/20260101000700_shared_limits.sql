-- Limits that hold for an account wherever it is tried from, and for an address in all processes.

-- Until when this is a network that the account was signed in to from: a stranger's wrong tries do
-- not close it out.
alter table backend.sign_in_attempts add column known_until timestamptz;

-- Token buckets that the processes share: when each is full again. `key` is a keyed hash of what is
-- limited and the network. why: unlogged, as a minute's counts need not outlive a crash.
create unlogged table backend.request_buckets (
  key text primary key,
  full_at timestamptz not null
);
create index request_buckets_full_at_idx on backend.request_buckets (full_at);
