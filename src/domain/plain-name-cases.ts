/** A text, and why it cannot be a name or an address ('' where it can). Tests run all of them in TypeScript and in SQL. */
export interface NameCase {
  text: string;
  isMultiline?: boolean;
  problem: string;
}

const MARKUP = 'Please remove the characters < and >';
const INVISIBLE = 'This has invisible characters: please delete it and type it again';

/** Texts that are names or addresses, and texts that are not. */
export const NAME_CASES: readonly NameCase[] = [
  { text: 'Asha', problem: '' },
  { text: "O'Brien-D’Souza (Jr.)", problem: '' },
  { text: 'ಕನ್ನಡ ನಿರ್ಮಾಣ', problem: '' },
  // Joiners are part of Indian scripts and of emoji.
  { text: 'क्‍ष 👩‍🎨', problem: '' },
  { text: 'نص \u200f', problem: '' },
  { text: '<script>alert(1)</script>', problem: MARKUP },
  { text: 'Asha >', problem: MARKUP },
  { text: 'Asha\u0007', problem: INVISIBLE },
  { text: 'Asha\tRao', problem: INVISIBLE },
  { text: 'Asha\nRao', problem: INVISIBLE },
  { text: 'Asha\u0085', problem: INVISIBLE },
  { text: '\u202eoaR ahsA', problem: INVISIBLE },
  { text: 'Asha \u2066Rao\u2069', problem: INVISIBLE },
  { text: 'Asha\u2028Rao', problem: INVISIBLE },
  { text: '12 MG Road\n\tBengaluru', isMultiline: true, problem: '' },
  { text: '12 MG Road\u202e\nBengaluru', isMultiline: true, problem: INVISIBLE },
  { text: '12 MG Road\u001b', isMultiline: true, problem: INVISIBLE },
  { text: '<b>\nBengaluru', isMultiline: true, problem: MARKUP },
];
