import type { FrozenDocument, FrozenLine } from './frozen-document.ts';
import { documentSums, type SumLine } from './sums.ts';

type SampleLine = SumLine & Pick<FrozenLine, 'code' | 'text' | 'picture' | 'sac'>;

const RENTAL = '997319';
const line = (
  code: string | null,
  text: string,
  unit_price: number,
  quantity: number,
  days: number | null,
  rest: Partial<SampleLine> = {},
): SampleLine => ({
  kind: code === null ? 'text' : 'item',
  code,
  text,
  picture: null,
  sac: RENTAL,
  rate: 18,
  place: 'recipient',
  quantity,
  days,
  unit_price,
  discount_percent: null,
  discount_amount: null,
  ...rest,
});

const LINES: readonly SampleLine[] = [
  {
    ...line(null, 'Set for day 1: living room', 0, 0, null),
    kind: 'heading',
    sac: null,
    rate: null,
    quantity: null,
    unit_price: null,
  },
  line('PRP-00012', 'Teak armchair with cane back', 1250, 2, 3, { discount_percent: 10 }),
  line('BKD-00007', 'Hand-painted canvas backdrop, 9 × 12 ft', 899.5, 3, 1, {
    discount_percent: 10,
  }),
  line('CLT-00031', 'Banarasi silk dupatta, rani pink', 333.33, 1, 1, {
    sac: '997326',
    rate: 5,
  }),
  line('PRP-00044', 'ಹಿತ್ತಾಳೆ ದೀಪ (brass lamp, 2 ft)', 180, 6, 3),
  line('PRP-00103', 'पीतल का लोटा (brass pot)', 75, 4, 3),
  line('GER-00002', 'Continuous light 300 W with softbox and stand', 1400, 2, 2),
  line('GER-00019', 'C-stand 40" with arm', 150, 4, 2),
  line('SET-00001', 'Daylight studio, half day', 9500, 1, 1, { place: 'premises', sac: '997212' }),
  line('CRW-00004', 'Stylist’s assistant', 2500, 1, 2, { sac: '998386' }),
  line(null, 'Delivery and pick-up inside the city', 1200, 1, null),
  { ...line(null, 'Backdrop returned a day late', 899.5, 1, null), kind: 'charge' },
];

const STATE = { code: '29', name: 'Karnataka' };

function sample(): FrozenDocument {
  const { lines, sums } = documentSums(LINES, {
    discount_percent: null,
    discount_amount: 500,
    studioState: STATE.code,
    placeOfSupply: STATE.code,
    roundOff: false,
  });
  const frozen = LINES.map(({ kind, code, text, picture, sac, rate, ...one }, at): FrozenLine => {
    const { gross, discount, shared_discount, taxable, cgst, sgst, igst } = lines[at] ?? zero;
    const { quantity, days, unit_price } = one;
    const amounts = {
      gross,
      discount: paise(discount + shared_discount),
      taxable,
      cgst,
      sgst,
      igst,
    };
    const facts = { position: at + 1, kind, code, text, picture, sac, rate };
    const total = paise(taxable + cgst + sgst + igst);
    return { ...facts, quantity, days, unit_price, ...amounts, total };
  });
  return {
    template: 1,
    kind: 'invoice',
    title: 'Tax invoice',
    number: 'INV/26-27/0001',
    revision: 1,
    date: '2026-11-23',
    valid_until: null,
    studio: {
      name: 'Frameyard Studio',
      legal_name: 'Frameyard Pictures LLP',
      address: ['14, 2nd Cross, Indiranagar', 'Bangalore 560038', 'Karnataka, India'],
      state: STATE,
      gstin: '29AAGCB7383J1Z4',
      pan: 'AAGCB7383J',
      email: 'hello@frameyard.example',
      phone: '+918041230000',
      logo: null,
      bank: {
        account_name: 'Frameyard Pictures LLP',
        bank: 'State Bank of India, Indiranagar',
        account: '00000012345678901',
        ifsc: 'SBIN0001234',
      },
      upi: { id: 'frameyard@sbi', name: 'Frameyard Pictures' },
      signatory: 'Meera Rao',
    },
    customer: {
      number: 'CUS-00042',
      name: 'Ananya Iyer',
      legal_name: 'ಅನನ್ಯ ಪಿಕ್ಚರ್ಸ್ Private Limited',
      gstin: '',
      address: '7, Residency Road\nBangalore 560025',
      state: STATE,
      mobile: '+919845012345',
      email: 'ananya@example.com',
    },
    place_of_supply: STATE,
    reverse_charge: false,
    order: { number: 'ORD-00017', rental_from: '2026-11-27', rental_to: '2026-11-29' },
    enquiry: null,
    corrects: null,
    reason: null,
    lines: frozen,
    sums,
    taxes: taxesOf(frozen),
    total_words: 'Rupees forty-three thousand eighty-eight only',
    notes: 'Please call before delivery: the gate is in the side street.',
    terms: 'Payment within 7 days.\nBreakages are charged at replacement value.',
    footer: 'Frameyard Pictures LLP, LLPIN AAX-1234',
    deposit: null,
    payment: null,
  };
}

const zero = { gross: 0, discount: 0, shared_discount: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 };
const paise = (rupees: number) => Math.round(rupees * 100) / 100;

function taxesOf(lines: readonly FrozenLine[]): FrozenDocument['taxes'] {
  const taxes = new Map<string, FrozenDocument['taxes'][number]>();
  for (const { sac, rate, taxable, cgst, sgst, igst } of lines) {
    if (sac === null || rate === null) continue;
    const key = `${sac} ${rate}`;
    const sum = taxes.get(key) ?? { sac, rate, taxable: 0, cgst: 0, sgst: 0, igst: 0 };
    taxes.set(key, {
      sac,
      rate,
      taxable: paise(sum.taxable + taxable),
      cgst: paise(sum.cgst + cgst),
      sgst: paise(sum.sgst + sgst),
      igst: paise(sum.igst + igst),
    });
  }
  return [...taxes.values()].toSorted((one, other) =>
    `${one.sac} ${one.rate}` < `${other.sac} ${other.rate}` ? -1 : 1,
  );
}

/** An invoice of twelve lines with every kind of line and several rates, for tests and previews of renderers. */
export const SAMPLE_DOCUMENT: FrozenDocument = sample();
