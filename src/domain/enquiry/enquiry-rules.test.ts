import { describe, expect, it } from 'vitest';
import { EMPTY_ENQUIRY, enquirySchema, type EnquiryValues } from './enquiry-rules.ts';

const TODAY = '2026-11-21';

const good: EnquiryValues = {
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '+919876543210',
  email: 'asha@example.com',
  rental_from: '2026-11-21',
  rental_to: '2026-11-23',
  message: '',
};

/** The first message at each field, as the form shows it. */
function messages(over: Partial<EnquiryValues>): Record<string, string> {
  const result = enquirySchema(TODAY).safeParse({ ...good, ...over });
  const found: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) found[String(issue.path[0])] ??= issue.message;
  return found;
}

describe('the enquiry form', () => {
  it('accepts valid values and trims them', () => {
    const padded = {
      ...good,
      first_name: '  Asha ',
      email: ' asha@example.com ',
      message: ' Hi\n',
    };
    expect(enquirySchema(TODAY).parse(padded)).toEqual({ ...good, message: 'Hi' });
  });

  it('reports all errors of an empty form at once', () => {
    expect(messages(EMPTY_ENQUIRY)).toEqual({
      first_name: 'First name is required',
      last_name: 'Last name is required',
      mobile:
        'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)',
      email: 'Please enter a valid email address',
      rental_from: 'Rental start date is required',
      rental_to: 'Rental end date is required',
    });
  });

  it.each<[string, Partial<EnquiryValues>, Record<string, string>]>([
    ['blanks for a name', { first_name: '   ' }, { first_name: 'First name is required' }],
    ['a name of 80 emoji', { first_name: '🎬'.repeat(80) }, {}],
    [
      'a name of 81 characters',
      { first_name: 'x'.repeat(81), last_name: 'y'.repeat(81) },
      {
        first_name: 'First name must be at most 80 characters',
        last_name: 'Last name must be at most 80 characters',
      },
    ],
    [
      'HTML in a name',
      { last_name: '<b>Rao</b>' },
      { last_name: 'Please remove the characters < and >' },
    ],
    [
      'a mobile that starts with 5',
      { mobile: '+915876543210' },
      {
        mobile:
          'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)',
      },
    ],
    ['an email without a dot', { email: 'a@b' }, { email: 'Please enter a valid email address' }],
    ['an email with two @', { email: 'a@b@c.d' }, { email: 'Please enter a valid email address' }],
    [
      'an email with a blank',
      { email: 'a b@c.d' },
      { email: 'Please enter a valid email address' },
    ],
    [
      'an email with two dots',
      { email: 'a@b..c' },
      { email: 'Please enter a valid email address' },
    ],
    ['an email of many parts', { email: 'a.b+c@d.co.in' }, {}],
    [
      'an email of 255 characters',
      { email: `${'a'.repeat(249)}@b.com` },
      { email: 'Email must be at most 254 characters' },
    ],
    ['an email of 254 characters', { email: `${'a'.repeat(248)}@b.com` }, {}],
    [
      'a message of 2001 characters',
      { message: 'x'.repeat(2001) },
      { message: 'Message must be at most 2000 characters' },
    ],
    ['a message of 2000 emoji', { message: '🎬'.repeat(2000) }, {}],
    ['one day', { rental_to: '2026-11-21' }, {}],
    [
      'reversed dates',
      { rental_from: '2026-11-23', rental_to: '2026-11-22' },
      { rental_to: 'To date must be the same or after the from date.' },
    ],
    [
      'reversed dates beside another mistake',
      { first_name: '', rental_from: '2026-11-23', rental_to: '2026-11-22' },
      {
        first_name: 'First name is required',
        rental_to: 'To date must be the same or after the from date.',
      },
    ],
    ['365 days', { rental_to: '2027-11-20' }, {}],
    ['366 days', { rental_to: '2027-11-21' }, { rental_to: 'A rental can last at most 365 days' }],
    [
      'a start in the past',
      { rental_from: '2026-11-20' },
      { rental_from: 'Rental start date cannot be in the past' },
    ],
    [
      'days that are not in the calendar',
      { rental_from: '2027-02-30', rental_to: '31/12/2026' },
      {
        rental_from: 'Rental start date is required',
        rental_to: 'Rental end date is required',
      },
    ],
  ])('%s', (_, over, expected) => {
    expect(messages(over)).toEqual(expected);
  });
});
