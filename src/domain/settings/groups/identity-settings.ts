import type { SettingGroup } from '../rules/setting-group.ts';

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
      help: '15 characters, as on the certificate.',
      rule: { type: 'gstin', optional: true },
      default: '',
    },
    pan: { label: 'PAN', rule: { type: 'pan', optional: true }, default: '' },
    state_code: {
      label: 'State code',
      help: 'Two digits of GST: 29 for Karnataka.',
      rule: { type: 'digits', min: 2, max: 2, optional: true },
      default: '',
    },
  },
} as const satisfies SettingGroup;
