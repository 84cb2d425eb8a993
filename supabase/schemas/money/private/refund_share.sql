/*
 * The share of the money that the studio's policy refunds with this notice, 0 to 1 (studio policy, refunds): everything
 * from policy.refund_full_hours before the first rental day begins, policy.refund_late from policy.refund_late_hours,
 * then policy.refund_last; nothing once the first rental day has ended, as for a no-show. Without dates: everything.
 */
create function private.refund_share(hours numeric) returns numeric
language sql stable
set search_path = ''
as $$
  select case
    when hours is null or hours >= private.setting_text('policy.refund_full_hours')::numeric then 1
    when hours >= private.setting_text('policy.refund_late_hours')::numeric then private.setting_text('policy.refund_late')::numeric
    when hours > -24 then private.setting_text('policy.refund_last')::numeric
    else 0 end
$$;
