import { run } from '@zootools/email-spell-checker';

/** Where most people have their e-mail: a domain that is almost one of these is taken for a slip. */
const PROVIDERS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'rediffmail.com',
  'protonmail.com',
];

/** Domains that are right, though they are almost one of the providers'. */
const RIGHT: ReadonlySet<string> = new Set([
  'email.com',
  'gail.com',
  'hotmail.co.in',
  'hotmail.co.uk',
  'hotmail.in',
  'mail.com',
  'outlook.in',
  'yahoo.co.in',
  'yahoo.co.uk',
  'yahoo.in',
  'ymail.com',
  'zohomail.in',
]);

/** Ends of a domain that exist, though they are almost `com`. */
const RIGHT_END = /\.(?:cam|cm|co|om)$/;

const ADDRESS = /^[^\s@<>(),:;"]+@[^\s@<>(),:;"]+$/;

/** The address that was likely meant by one with a slip behind its `@`, such as `gmial.com` or `gmail.con`; null if there is none. */
export function suggestedEmail(text: string): string | null {
  const address = text.trim();
  const domain = address.slice(address.indexOf('@') + 1).toLowerCase();
  if (!ADDRESS.test(address) || RIGHT.has(domain)) return null;
  const found = run({
    email: address,
    domains: PROVIDERS,
    secondLevelDomains: [],
    topLevelDomains: RIGHT_END.test(domain) ? [] : ['com'],
    topLevelThreshold: 1,
  });
  // why not all of what was found: it is in small letters.
  return found ? address.slice(0, -domain.length) + found.domain : null;
}
