-- Records that this studio has demo data, which an admin may remove to start with their own.

insert into private.demo_studio default values
-- Filled again after its rows were deleted by hand.
on conflict (only_one) do update
set filled_at = excluded.filled_at, backup_at = null, backup_file = null, backup_bytes = null;
