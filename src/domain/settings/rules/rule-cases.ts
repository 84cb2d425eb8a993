import { LINK } from './text-rules.ts';
import type { Rule } from './rule.ts';

/** A value, and its problem by the rule (null: none). Tests run all of them in TypeScript and in SQL. why so long: it is one list. */
export interface RuleCase {
  rule: Rule;
  value: unknown;
  problem: string | null;
}

const cases = (rule: Rule, ...values: readonly (readonly [unknown, string | null])[]): RuleCase[] =>
  values.map(([value, problem]) => ({ rule, value, problem }));

const NO_TEXT = 'Enter a text.';
const EMPTY = 'This cannot be empty.';
const EMAIL = 'Enter an e-mail address like name@example.com.';
const PHONE = 'Enter the number with country code, like +918041230000.';
const ADDRESS = 'Enter a web address that begins with https:// or http://.';
const NO_LINK = 'Enter a value like https://example.com/our-film or our-film.';
const SHARE = 'Enter a share from 0% to 100%.';
const COLOUR = 'Enter a colour like #00726f.';
const NO_WORD = 'Line 1: a word is missing beside a comma.';
const NO_LETTERS = 'Line 1: use small letters, digits and single spaces only.';
const NO_PICTURE = 'Select a picture.';
const POINT = 'Select a point of the picture.';
const GSTIN = 'A GSTIN has 15 characters, like 27AAPFU0939F1ZV.';
const CHECK_DIGIT =
  'The last character of this GSTIN does not fit the others: compare it with the certificate.';
const lookalike = (meant: string) =>
  `The letter O and the digit 0, or I and 1, look alike: ${meant} would fit.`;
const otherKind = (kind: string) => `This is ${kind}: enter the GSTIN of a taxpayer.`;
const NO_STATE = 'The first two digits of this GSTIN are no state.';
const PAN = 'A PAN has 10 characters, like AAPFU0939F.';

const URL = '/storage/v1/object/public/catalogue/site/1b9d6bcd.webp';

/** Cases of every rule. */
export const RULE_CASES: readonly RuleCase[] = [
  ...cases(
    { type: 'text', max: 10, required: true },
    ['Frameyard', null],
    ['<b>bold</b', null],
    ['नमस्ते', null],
    ['🎬'.repeat(10), null],
    ['🎬'.repeat(11), 'At most 10 characters.'],
    ['two\nlines', 'Use one line only.'],
    ['', EMPTY],
    ['\u00a0 \u200b', EMPTY],
    ['bell\u0007', 'Some characters cannot be shown: type the text again.'],
    ['\u202eon', 'Some characters cannot be shown: type the text again.'],
    ['a\rb', 'Some characters cannot be shown: type the text again.'],
    [null, NO_TEXT],
    [12, NO_TEXT],
    [['a'], NO_TEXT],
  ),
  ...cases(
    { type: 'text', max: 10, multiline: true, optional: true },
    ['two\nlines', null],
    ['', null],
    [null, null],
    ['   ', null],
    [true, NO_TEXT],
  ),
  ...cases(
    { type: 'text', max: 40, multiline: true, placeholders: ['first_name', 'number'] },
    ['Thank you, {first_name}: {number}.', null],
    ['{number}{number} } {', null],
    ['{{number}}', null],
    ['{price} for {number}', 'There is no {price} here. You can use {first_name}, {number}.'],
    ['{Number}', 'There is no {Number} here. You can use {first_name}, {number}.'],
    ['{ number }', 'There is no { number } here. You can use {first_name}, {number}.'],
    ['{}', 'There is no {} here. You can use {first_name}, {number}.'],
    ['{a\nb}', 'There is no {a\nb} here. You can use {first_name}, {number}.'],
    ['{toString}', 'There is no {toString} here. You can use {first_name}, {number}.'],
    ['{%s}', 'There is no {%s} here. You can use {first_name}, {number}.'],
    ['{नाम}', 'There is no {नाम} here. You can use {first_name}, {number}.'],
    ['{price}'.repeat(6), 'At most 40 characters.'],
  ),
  ...cases(
    { type: 'email' },
    ['hello@frameyard.example', null],
    ['a.b+c@d.e.in', null],
    ['hello@frameyard', EMAIL],
    ['<hello@frameyard.example>', EMAIL],
    ['आशा@frameyard.example', EMAIL],
    ['hello,asha@frameyard.example', EMAIL],
    ['hello@frameyard.example.', EMAIL],
    ['hello@frameyard..example', EMAIL],
    [`${'a'.repeat(250)}@b.in`, EMAIL],
    ['', EMAIL],
    [{}, EMAIL],
  ),
  ...cases(
    { type: 'phone' },
    ['+918041230000', null],
    ['08041230000', PHONE],
    ['+0123456789', PHONE],
    ['+91 80412 30000', PHONE],
    ['+1234567890123456', PHONE],
  ),
  ...cases(
    { type: 'digits', min: 2, max: 4, optional: true },
    ['12', null],
    ['1234', null],
    ['', null],
    ['1', 'Enter 2 to 4 digits.'],
    ['12345', 'Enter 2 to 4 digits.'],
    ['١٢', 'Enter 2 to 4 digits.'],
    [12, 'Enter 2 to 4 digits.'],
  ),
  ...cases(
    { type: 'url' },
    ['https://work.frameyard.example/a?b=c#d', null],
    ['HTTP://localhost:3000', null],
    ['javascript:alert(1)', ADDRESS],
    ['//frameyard.example', ADDRESS],
    ['https://', ADDRESS],
    ['https://a b.example', ADDRESS],
    ['https://a.example/ü', ADDRESS],
    ['https://user@a.example', ADDRESS],
  ),
  ...cases(
    { type: 'number', min: 0, max: 20, step: 1 },
    [0, null],
    [20, null],
    [1.5, 'Enter a whole number from 0 to 20.'],
    [-1, 'Enter a whole number from 0 to 20.'],
    [21, 'Enter a whole number from 0 to 20.'],
    ['5', 'Enter a whole number from 0 to 20.'],
    [null, 'Enter a whole number from 0 to 20.'],
  ),
  ...cases(
    { type: 'number', min: 0, max: 20, step: 0.1 },
    [0.3, null],
    [0.35, 'Enter a multiple of 0.1 from 0 to 20.'],
  ),
  ...cases(
    { type: 'share' },
    [0, null],
    [0.18, null],
    [0.1234, null],
    [1, null],
    [18, SHARE],
    [-0.1, SHARE],
    [0.12345, SHARE],
    ['0.18', SHARE],
  ),
  ...cases(
    { type: 'boolean' },
    [true, null],
    [false, null],
    ['true', 'Select yes or no.'],
    [null, 'Select yes or no.'],
  ),
  ...cases(
    { type: 'choice', of: ['left', 'right'] },
    ['left', null],
    ['up', 'Select an entry of the list.'],
    [null, 'Select an entry of the list.'],
    [['left'], 'Select an entry of the list.'],
  ),
  ...cases(
    { type: 'colour', against: ['#ffffff', '#f4f0e8'], contrast: 4.5, optional: true },
    ['', null],
    ['#00726f', null],
    ['#8a1538', null],
    ['#757575', 'Too little contrast with #f4f0e8: 4.0 to 1. At least 4.5 to 1 is needed.'],
    ['#ffff00', 'Too little contrast with #ffffff: 1.0 to 1. At least 4.5 to 1 is needed.'],
    ['#fff', COLOUR],
    ['#00726F', COLOUR],
    ['teal', COLOUR],
    ['#00726f;}', COLOUR],
  ),
  ...cases(
    { type: 'words', max: 3, words: 4, length: 12 },
    [[], null],
    [
      [
        ['saree', 'sari'],
        ['t shirt', 'tee', '2 piece'],
      ],
      null,
    ],
    [[['crêpe', 'crepe']], null],
    [[['chest of drawers', 'dresser']], 'Line 1: at most 12 characters a word.'],
    [[['a b c d e', 'x']], 'Line 1: at most 4 words between two commas.'],
    [[['saree']], 'Line 1: enter two words or more, with commas between them.'],
    [[['saree', 'sari'], []], 'Line 2: enter two words or more, with commas between them.'],
    [[['saree', '']], NO_WORD],
    [[['']], NO_WORD],
    [[['a', 'b', 'c', 'd', 'e']], 'Line 1: at most 4 words.'],
    [[['Saree', 'sari']], NO_LETTERS],
    [[['t-shirt', 'tee']], NO_LETTERS],
    [[['saree ', 'sari']], NO_LETTERS],
    [[['saree  x', 'sari']], NO_LETTERS],
    [[['<b>', 'sari']], NO_LETTERS],
    [[['saree', 12]], NO_LETTERS],
    [[['saree', null]], NO_LETTERS],
    [
      [
        ['a', 'b'],
        ['a', 'b'],
        ['a', 'b'],
        ['a', 'b'],
      ],
      'At most 3 lines.',
    ],
    [['saree'], 'Line 1: enter words.'],
    [[{ saree: 'sari' }], 'Line 1: enter words.'],
    ['saree, sari', 'Enter a list.'],
    [null, 'Enter a list.'],
  ),
  ...cases(
    { type: 'picture' },
    [{ url: URL, alt: 'A sofa.' }, null],
    [{ url: null, alt: '' }, null],
    [{ url: URL, alt: '', focus: { x: 0.5, y: 0.25 } }, null],
    [{ url: '/pictures/opening.webp', alt: '' }, null],
    [{ url: URL.replace('webp', 'html'), alt: '' }, NO_PICTURE],
    [{ url: 'https://elsewhere.example/a.webp', alt: '' }, NO_PICTURE],
    [{ url: '/storage/v1/object/public/../a.webp', alt: '' }, NO_PICTURE],
    [{ url: 5, alt: '' }, NO_PICTURE],
    [{ url: URL }, NO_PICTURE],
    [{ alt: '' }, NO_PICTURE],
    [{ url: URL, alt: '', more: 1 }, NO_PICTURE],
    [URL, NO_PICTURE],
    [null, NO_PICTURE],
    [{ url: URL, alt: 'a'.repeat(201) }, 'The description of a picture can have 200 characters.'],
    [{ url: URL, alt: null }, 'The description of a picture can have 200 characters.'],
    [{ url: URL, alt: '', focus: null }, POINT],
    [{ url: URL, alt: '', focus: { x: 2, y: 0 } }, POINT],
    [{ url: URL, alt: '', focus: { x: 0.5 } }, POINT],
    [{ url: URL, alt: '', focus: { x: 0, y: 0, z: 0 } }, POINT],
  ),
  ...cases(
    { type: 'gstin', optional: true },
    ['', null],
    ['27AAPFU0939F1ZV', null],
    ['29AAGCB7383J1Z4', null],
    ['27AAPFU0939F1ZW', CHECK_DIGIT],
    ['72AAPFU0939F1ZV', CHECK_DIGIT],
    ['00ABCPE1234F1ZR', NO_STATE],
    ['99ABCPE1234F1Z0', NO_STATE],
    ['28AAGCB7383J1Z6', NO_STATE],
    ['96ABCPE1234F1Z6', NO_STATE],
    ['29AAGCB7383JIZ4', lookalike('29AAGCB7383J1Z4')],
    ['27AAPFUO939F1ZV', lookalike('27AAPFU0939F1ZV')],
    ['27AAPFU0939FIZV', lookalike('27AAPFU0939F1ZV')],
    ['29BLRA12345A1DR', otherKind('the number of a deductor of tax at source (TDS)')],
    ['29AAGCB7383J1CF', otherKind('the number of a marketplace that collects tax at source (TCS)')],
    ['9917USA29001OSH', otherKind('the number of an online service from abroad (OIDAR)')],
    ['2917USA00026NRS', otherKind('the number of a non-resident taxable person')],
    ['2917USA00026UNT', otherKind('the unique identity number (UIN) of an embassy or UN body')],
    ['27aapfu0939f1zv', GSTIN],
    ['27AAPFU0939F1Z', GSTIN],
    [27, GSTIN],
  ),
  ...cases(
    { type: 'gstin', any: true },
    ['29AAGCB7383J1Z4', null],
    ['29BLRA12345A1DR', null],
    ['29AAGCB7383J1CF', null],
    ['9917USA29001OSH', null],
    ['2917USA00026NRS', null],
    ['2917USA00026UNT', null],
    ['2917USA00026UNX', CHECK_DIGIT],
    ['29AAGCB7383JIZ4', lookalike('29AAGCB7383J1Z4')],
  ),
  ...cases(
    LINK,
    ['our-film', null],
    ['films/monsoon_gold?cut=2', null],
    ['https://studio.example/films/monsoon-gold#credits', null],
    ['HTTP://studio.example:8080', null],
    ['javascript:alert(1)', NO_LINK],
    ['data:text/html,hi', NO_LINK],
    ['//elsewhere.example', NO_LINK],
    ['https://user@elsewhere.example', NO_LINK],
    ['our film', NO_LINK],
    ['', NO_LINK],
  ),
  ...cases(
    { type: 'code', pattern: '^[A-Z]{4}0[A-Z0-9]{6}$', like: 'SBIN0001234', upper: true },
    ['SBIN0001234', null],
    ['SBIN1001234', 'Enter a value like SBIN0001234.'],
    ['SBIN0001234\n', 'Enter a value like SBIN0001234.'],
    [null, 'Enter a value like SBIN0001234.'],
  ),
  ...cases({ type: 'pan' }, ['AAPFU0939F', null], ['AAPXU0939F', PAN], ['AAPFU0939', PAN]),
  ...cases(
    {
      type: 'list',
      min: 1,
      max: 2,
      of: {
        title: { type: 'text', max: 5, required: true },
        link: { type: 'url', optional: true },
      },
    },
    [[{ title: 'One', link: '' }], null],
    [[{ title: 'One' }, { title: 'Two', link: 'https://a.in' }], null],
    [[], 'At least 1 rows.'],
    [[{ title: 'a' }, { title: 'b' }, { title: 'c' }], 'At most 2 rows.'],
    [[{ title: 'One' }, { title: '' }], `Row 2: ${EMPTY}`],
    [[{ title: 'Seven!', link: 'x' }], `Row 1: ${ADDRESS}`],
    [[{ title: 'One', more: 1 }], 'Row 1 is no row of this list.'],
    [['One'], 'Row 1 is no row of this list.'],
    [{ title: 'One' }, 'Enter a list.'],
    [null, 'Enter a list.'],
  ),
];
