import type { SettingGroup } from '../rules/setting-group.ts';

const prefix = (label: string, value: string) =>
  ({
    label,
    rule: { type: 'code', pattern: '^[A-Z0-9]{1,4}$', like: value, upper: true },
    default: value,
  }) as const;
const text = (label: string, max: number) =>
  ({ label, rule: { type: 'text', max, multiline: true, optional: true }, default: '' }) as const;

/** Quotes, invoices and vouchers: numbers, validity, texts. Never shown to visitors. */
export const DOCUMENTS_GROUP = {
  name: 'documents',
  title: 'Quotes and invoices',
  text: 'For new documents. What is issued stays as it is.',
  isPublic: false,
  settings: {
    quote_validity_days: {
      label: 'Days a quote is valid',
      rule: { type: 'number', min: 1, max: 365, step: 1 },
      default: 7,
    },
    accept_makes_order: {
      label: 'An accepted quote becomes an order by itself',
      help: 'Where everything is free; otherwise staff make it.',
      rule: { type: 'boolean' },
      default: false,
    },
    deposit_percent: {
      label: 'Refundable deposit (% of the total)',
      help: '0: none.',
      rule: { type: 'number', min: 0, max: 100, step: 1 },
      default: 0,
    },
    round_off: {
      label: 'Round totals to whole rupees',
      rule: { type: 'boolean' },
      default: false,
    },
    quote_prefix: {
      ...prefix('Quotes', 'QT'),
      section: 'Numbers',
      help: 'One to four letters or digits: QT gives QT/26-27/0001. Another prefix begins at 0001.',
    },
    invoice_prefix: prefix('Tax invoices', 'INV'),
    credit_note_prefix: prefix('Credit notes', 'CN'),
    receipt_voucher_prefix: prefix('Receipt vouchers', 'RV'),
    refund_voucher_prefix: prefix('Refund vouchers', 'RF'),
    quote_terms: { ...text('Terms of quotes', 4000), section: 'Texts' },
    invoice_terms: text('Terms of invoices', 4000),
    footer: text('Last line of each document', 300),
    signatory: {
      label: 'Authorised signatory',
      rule: { type: 'text', max: 120, optional: true },
      default: '',
    },
  },
} as const satisfies SettingGroup;
