/** A text, and the address that is kept of it; '' where it is refused. */
interface EmailCase {
  text: string;
  address: string;
}

/** Texts that are e-mail addresses, and texts that are not. Tests run all of them in TypeScript and in SQL. */
export const EMAIL_CASES: readonly EmailCase[] = [
  ...[
    'asha@example.in',
    ' asha@example.in ',
    '<asha@example.in>',
    'mailto:asha@example.in',
    'MAILTO:asha@example.in',
    '<mailto:asha@example.in>',
    'asha@example.in,',
    'asha@example.in;',
    'asha@example.in.',
    '"asha@example.in"',
    '“asha@example.in”',
    "'asha@example.in'",
    '(asha@example.in)',
    '\u202aasha@example.in\u202c',
    '\u200basha@example.in\ufeff',
  ].map((text) => ({ text, address: 'asha@example.in' })),
  { text: "o'neil+shoot@mail.example.in", address: "o'neil+shoot@mail.example.in" },
  { text: 'asha@exämple.in', address: 'asha@exämple.in' },
  ...[
    'Asha <asha@example.in>',
    'asha@example.in, ravi@example.in',
    'asha,ravi@example.in',
    'āsha@example.in',
    'आशा@example.in',
    'a:b@example.in',
    'asha@example',
    'asha@example..in',
    'asha@exa<mple.in',
    '<>',
  ].map((text) => ({ text, address: '' })),
];
