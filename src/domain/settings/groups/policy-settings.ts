import { policy } from '#config/policy';
import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';

const whole = (max: number) => ({ type: 'number', min: 0, max, step: 1 }) as const;
const rupees = whole(10_000_000);
const share = { type: 'share' } as const;

/** Figures of the studio policy. */
export const POLICY_GROUP = {
  name: 'policy',
  title: 'Policy figures',
  text: 'Figures in the texts of the studio policy.',
  settings: withDefaults(policy, {
    people_included: { label: 'People included', rule: whole(1000) },
    people_extra_each: { label: 'Each extra person (₹)', rule: rupees },
    grace_minutes_from: { label: 'Minutes of grace, from', rule: whole(600) },
    grace_minutes_to: { label: 'Minutes of grace, to', rule: whole(600) },
    advance_full_below: { label: 'All in advance below (₹)', rule: rupees },
    advance_part: { label: 'Advance from there on', rule: share },
    cleaning_fee: { label: 'Cleaning fee (₹)', rule: rupees },
    chairs: { label: 'Chairs included', rule: whole(1000) },
    desks: { label: 'Desks included', rule: whole(1000) },
    refund_full_hours: { label: 'Hours of notice for a full refund', rule: whole(10_000) },
    refund_late_hours: { label: 'Hours of notice for a late refund', rule: whole(10_000) },
    refund_late: { label: 'Late refund', rule: share },
    refund_last: { label: 'Refund below that', rule: share },
    refund_days_from: { label: 'Working days of a refund, from', rule: whole(365) },
    refund_days_to: { label: 'Working days of a refund, to', rule: whole(365) },
    generator_kva: {
      label: 'Largest generator (kVA)',
      rule: { type: 'number', min: 0, max: 1000, step: 0.5 },
    },
  }),
} as const satisfies SettingGroup;
