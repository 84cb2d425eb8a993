import type { SettingGroup } from '../rules/setting-group.ts';

const line = (label: string) =>
  ({ label, rule: { type: 'text', max: 120, optional: true }, default: '' }) as const;

/** The studio's identity for the tax office; for documents, never shown to visitors. */
export const IDENTITY_GROUP = {
  name: 'identity',
  title: 'Legal identity',
  text: 'For quotes and invoices. Visitors do not see it.',
  isPublic: false,
  settings: {
    legal_name: {
      label: 'Legal name',
      rule: { type: 'text', max: 120, optional: true },
      default: '',
    },
    gstin: {
      label: 'GSTIN',
      help: '15 characters, as on the certificate. The first two are the studio’s state.',
      rule: { type: 'gstin', optional: true },
      default: '',
    },
    pan: { label: 'PAN', rule: { type: 'pan', optional: true }, default: '' },
    lut: {
      label: 'Letter of undertaking (LUT)',
      help: 'Its number (ARN). SEZ customers and customers abroad can then be billed without payment of IGST.',
      rule: {
        type: 'code',
        pattern: '^[A-Z0-9/-]{4,30}$',
        like: 'AD290326001234X',
        upper: true,
        optional: true,
      },
      default: '',
    },
    lut_year: {
      label: 'Financial year of the LUT',
      help: 'A letter of undertaking ends on 31 March.',
      rule: {
        type: 'code',
        pattern: '^[0-9]{2}-[0-9]{2}$',
        like: '26-27',
        upper: true,
        optional: true,
      },
      default: '',
    },
    bank_account_name: { ...line('Name of the account'), section: 'How customers pay' },
    bank_name: line('Bank and branch'),
    bank_account: {
      label: 'Account number',
      rule: { type: 'digits', min: 6, max: 18, optional: true },
      default: '',
    },
    bank_ifsc: {
      label: 'IFSC',
      rule: {
        type: 'code',
        pattern: '^[A-Z]{4}0[A-Z0-9]{6}$',
        like: 'SBIN0001234',
        upper: true,
        optional: true,
      },
      default: '',
    },
    upi_id: {
      label: 'UPI id',
      rule: {
        type: 'code',
        pattern: '^[A-Za-z0-9._-]{2,100}@[A-Za-z][A-Za-z0-9]{1,63}$',
        like: 'studio@bank',
        upper: false,
        optional: true,
      },
      default: '',
    },
    upi_name: line('Name registered for the UPI id'),
  },
} as const satisfies SettingGroup;
