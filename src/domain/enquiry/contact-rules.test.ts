import { describe, expect, it } from 'vitest';
import { contactSchema, EMPTY_CONTACT, type ContactValues } from './contact-rules.ts';

const good: ContactValues = {
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '+919876543210',
  email: 'asha@example.com',
  message: 'Is the loft free in June?',
};

describe('the contact form', () => {
  it('accepts valid values; the message is optional', () => {
    expect(contactSchema.parse(good)).toEqual(good);
    expect(contactSchema.safeParse({ ...good, message: '' }).success).toBe(true);
  });

  it('requires the four identity fields, with the enquiry form’s messages', () => {
    const { error } = contactSchema.safeParse(EMPTY_CONTACT);
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['first_name', 'First name is required'],
      ['last_name', 'Last name is required'],
      [
        'mobile',
        'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)',
      ],
      ['email', 'Please enter a valid email address'],
    ]);
  });

  it('removes control characters and lone surrogates from a message, and refuses them in names', () => {
    const odd = { ...good, message: 'One\ntwo\ud83c \u200fنص 👩‍🎨' };
    expect(contactSchema.parse(odd)).toMatchObject({
      message: 'One\ntwo \u200fنص 👩‍🎨',
    });
    const problemOf = (wrong: object) =>
      contactSchema.safeParse({ ...good, ...wrong }).error?.issues.map(({ message }) => message);
    const invisible = ['This has invisible characters: please delete it and type it again'];
    expect(problemOf({ first_name: 'A\0sha\u0007' })).toEqual(invisible);
    expect(problemOf({ last_name: '\u202eoaR' })).toEqual(invisible);
    expect(problemOf({ last_name: '<script>' })).toEqual(['Please remove the characters < and >']);
    expect(problemOf({ email: 'a\u202e@b.in' })).toEqual(['Please enter a valid email address']);
    expect(problemOf({ email: 'a@b<.in' })).toEqual(['Please enter a valid email address']);
    expect(contactSchema.parse({ ...good, email: '<a@b.in>' })).toMatchObject({ email: 'a@b.in' });
  });
});
