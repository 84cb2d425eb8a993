/** A text, the number it is as stored (or itself where it is none), and its foreign country code. */
interface MobileCase {
  text: string;
  stored: string;
  /** Code of another country; '' where the text has none. */
  code: string;
}

/** Texts that are whole mobile numbers, and texts that are not. Tests run all of them in TypeScript and in SQL. */
export const MOBILE_CASES: readonly MobileCase[] = [
  ...[
    '9876543210',
    '98765 43210',
    '098765-43210',
    '+91 98765 43210',
    '919876543210',
    '0091 98765 43210',
    '+91 (0) 98765 43210',
    '+91+91 98765 43210',
    'tel:+919876543210',
    '९८७६५ ४३२१०',
    '+९१ ৯৮৭৬৫ ੪੩੨੧੦',
  ].map((text) => ({ text, stored: '+919876543210', code: '' })),
  ...['90000000012', '+91 90000 000012', '98765 4321a', 'Asha', '+', '1234567'].map((text) => ({
    text,
    stored: text,
    code: '',
  })),
  ...[
    ['+971 50 123 4567', '+971'],
    ['+91+971 50 123 4567', '+971'],
    ['00971501234567', '+971'],
    ['+65 9123 4567', '+65'],
    ['+1 212 555 0100', '+1'],
    ['+९७१ 50 123 4567', '+971'],
    ['+97', '+97'],
  ].map(([text = '', code = '']) => ({ text, stored: text, code })),
];
