import { afterEach, expect, test } from 'vitest';
import { IDENTITY, saveSettings, useDocuments } from './documents.ts';
import { refusal } from './studio.ts';

const { studio, call, order, make, issue } = useDocuments();

const INVOICE = 'documents.invoice_prefix';
const QUOTE = 'documents.quote_prefix';
const thousand = () => order([['Sofa', 1000, 1, 1]]);
const save = async (values: Record<string, unknown>, as_draft = false) => {
  const saved = await studio.db.owner<{ key: string; seen: string }[]>`
    select key, updated_at::text as seen from private.studio_settings`;
  const seenOf = (key: string) => saved.find((row) => row.key === key)?.seen ?? null;
  const changes = Object.entries(values).map(([key, value]) => ({ key, value, seen: seenOf(key) }));
  return call('change_settings', { changes, as_draft }, 'admin');
};
const refused = (field: string, prefix: string, kind: string) => ({
  code: 'PT422',
  message: `Another kind of document has the prefix ${prefix}: ${kind}. Enter another one.`,
  detail: JSON.stringify({ field }).replace(':', ': '),
});

afterEach(async () => {
  await studio.db.owner`delete from private.studio_settings`;
  await saveSettings(studio, IDENTITY);
});

test('a prefix that another kind has is refused in the settings, as a draft too', async () => {
  expect(await refusal(save({ [QUOTE]: 'INV' }))).toEqual(refused(QUOTE, 'INV', 'invoice'));
  expect(await refusal(save({ [QUOTE]: 'INV' }, true))).toEqual(refused(QUOTE, 'INV', 'invoice'));
  expect(await refusal(save({ 'documents.refund_voucher_prefix': 'RV' }))).toEqual(
    refused('documents.refund_voucher_prefix', 'RV', 'receipt voucher'),
  );
  expect(await refusal(save({ [QUOTE]: 'A', [INVOICE]: 'A' }))).toEqual(
    refused(INVOICE, 'A', 'quote'),
  );
  await save({ [INVOICE]: 'TI' });
  await save({ [QUOTE]: 'INV' });
  expect(await refusal(save({ [INVOICE]: null }))).toEqual(refused(INVOICE, 'INV', 'quote'));
  await save({ [QUOTE]: null, [INVOICE]: null });
});

test('a prefix whose numbers of this year are another kind’s is refused too', async () => {
  await issue(await make('invoice', { order: await thousand() }));
  await save({ [INVOICE]: 'TI' });
  expect(await refusal(save({ [QUOTE]: 'INV' }))).toEqual(refused(QUOTE, 'INV', 'invoice'));
  await save({ [INVOICE]: 'INV' });
});

test('what is missing is named at once, a stored prefix of another kind too', async () => {
  await issue(await make('invoice', { order: await thousand() }));
  await saveSettings(studio, {
    'identity.legal_name': '',
    'identity.gstin': '',
    'studio.region': 'Western Province',
    'documents.receipt_voucher_prefix': 'INV',
    [INVOICE]: 'RV',
  });
  const texts = [
    "Enter the studio's GSTIN in the settings, or its State as GST names it: without it nobody knows which GST is due.",
    "Enter the studio's legal name in the settings.",
    "Enter the studio's GSTIN in the settings.",
  ];
  const draft = await make('invoice', { order: await thousand() });
  expect(draft.missing.map(({ text }) => text)).toEqual(texts);
  expect((await refusal(issue(draft))).message).toBe(texts.join(' '));

  const made = await thousand();
  await studio.db.owner`update orders set total_price = 1000 where id = ${made}`;
  const paid = { order: made, account: 'rental', kind: 'received', amount: 500, method: 'cash' };
  const { code, message, detail } = await refusal(
    call('record_payment', { ...paid, voucher: true, key: crypto.randomUUID() }),
  );
  const prefix = 'Another kind of document has the prefix INV. Enter another one in the settings.';
  expect({ code, message }).toEqual({
    code: 'PT409',
    message: [texts[0], prefix, ...texts.slice(1)].join(' '),
  });
  expect(JSON.parse(detail ?? '')).toMatchObject({
    reason: 'incomplete',
    missing: [
      { field: 'studio.region' },
      { field: 'documents.receipt_voucher_prefix' },
      { field: 'identity.legal_name' },
      { field: 'identity.gstin' },
    ],
  });
});
