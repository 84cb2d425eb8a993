import { expect, it } from 'vitest';
import { documentStatus, documentTitle, missingText } from './document-text.ts';

it('names a document by its number and revision', () => {
  expect(documentTitle({ kind: 'quote', number: null, revision: 1 })).toBe('Quote, draft');
  expect(documentTitle({ kind: 'quote', number: 'QT/26-27/0007', revision: 1 })).toBe(
    'QT/26-27/0007',
  );
  expect(documentTitle({ kind: 'quote', number: 'QT/26-27/0007', revision: 2 })).toBe(
    'QT/26-27/0007 rev. 2',
  );
});

it('says of an issued quote how it was answered, or that it has expired', () => {
  const quote = {
    kind: 'quote',
    state: 'issued',
    answer: null,
    valid_until: '2026-11-20',
  } as const;
  expect(documentStatus(quote, '2026-11-20')).toBe('Issued');
  expect(documentStatus(quote, '2026-11-21')).toBe('Expired');
  expect(documentStatus({ ...quote, answer: 'accepted' }, '2026-11-21')).toBe('Accepted');
  expect(documentStatus({ ...quote, state: 'superseded', answer: 'change' }, '2026-11-21')).toBe(
    'Superseded',
  );
  expect(documentStatus({ ...quote, kind: 'invoice' }, '2026-11-21')).toBe('Issued');
});

it('names all that is missing, each sentence once', () => {
  const legalName = "Enter the studio's legal name in the settings.";
  expect(
    missingText([
      { field: 'lines', index: 0, text: 'This is on INV/26-27/0001 already.' },
      { field: 'lines', index: 2, text: 'This is on INV/26-27/0001 already.' },
      { field: 'identity.legal_name', text: legalName },
    ]),
  ).toBe(`This is on INV/26-27/0001 already. ${legalName}`);
});
