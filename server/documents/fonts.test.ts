import type * as fs from 'node:fs';
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { frozenDocument, type FrozenDocument } from '#domain/documents/frozen-document.ts';
import { SAMPLE_DOCUMENT } from '#domain/documents/sample-document.ts';
import { unprintableSigns, unprintableTexts } from '#domain/documents/unprintable.ts';
import { readPdf } from '#tests/support/pdf-reader.ts';
import { documentPdf } from './document-pdf.ts';
import { type Face, runsOf } from './fonts.ts';

// why this function alone: a spy of the whole module would also change the streams of the tests that run after these.
vi.mock('node:fs', async (importReal) => {
  const real = await importReal<typeof fs>();
  return { ...real, readFileSync: vi.fn<typeof readFileSync>(real.readFileSync) };
});

const shown = (text: string, face: Face = 'regular') =>
  runsOf(text, face)
    .map((run) => run.text)
    .join('');

/** Words in each script, with its conjuncts and vowel signs of two parts. */
const WORDS = {
  devanagari: 'क्षत्रिय शृंगार की चौकी। राष्ट्रीय क़लम',
  kannada: 'ಕೊಡಗಿನ ಕಾಫಿ ಕುರ್ಚಿ ರಾಷ್ಟ್ರೀಯ',
  bengali: 'শ্রী র‍্যাক কর্মসূচি পশ্চিমবঙ্গ চলচ্চিত্র কৃষ্ণ সৌমিত্র চেয়ার। অ্যাসোসিয়েটস কোলকাতা',
  gujarati: 'ગુજરાતી સ્ટુડિયો ક્ષત્રિય કૃષ્ણ પ્રોડક્શન્સ',
  gurmukhi: 'ਪੜ੍ਹਾਈ ਪੰਜਾਬੀ ਸਟੂਡੀਓ ਸ੍ਰੀ ਅੰਮ੍ਰਿਤਸਰ ਖ਼ਾਲਸਾ ਫ਼ਿਲਮ',
  malayalam: 'മലയാളം ചലച്ചിത്രം കൊച്ചി അവൻ പ്രൊഡക്ഷൻസ്',
  oriya: 'ଓଡ଼ିଆ ଭୁବନେଶ୍ୱର ରାଷ୍ଟ୍ରୀୟ ଚଳଚ୍ଚିତ୍ର କୋଣାର୍କ',
  tamil: 'தமிழ்நாடு ஊஞ்சல் ஸ்ரீ லக்ஷ்மி கொண்டாட்டம் மௌனம்',
  telugu: 'తెలుగు స్టూడియో కృష్ణ రాష్ట్రీయ హైదరాబాద్ కుర్చీ',
};

describe('signs', () => {
  it.each([
    ['as they are', '5′ 7″ €20 ™ Ω ⅓ H₂O ≤ ✓ ℃ №', '5′ 7″ €20 ™ Ω ⅓ H₂O ≤ ✓ ℃ №'],
    ['of other alphabets as they are', 'Ελλάδα, Кино, Đặng', 'Ελλάδα, Кино, Đặng'],
    ['as what Unicode calls alike', 'ﬁlm 𝐁𝐨𝐥𝐝 Ａ４ a\u2003b', 'film Bold A4 a b'],
    ['as what they look like', '✔ ⌀40 cm ❌', '✓ Ø40 cm ×'],
    ['with a hyphen that does not break', 'non\u2011stop', 'non\u2011stop'],
    ['as nothing without a shape', 'soft\u00adhyphen\u0007 ❤\ufe0f\u200b', 'softhyphen ❤'],
    ['as question marks', '漢字 🪑 \ue000', '?? ? ?'],
  ])('print %s', (_, text, printed) => {
    for (const face of ['regular', 'bold', 'display'] as const) {
      expect(shown(text, face)).toBe(printed);
    }
  });

  /** Signs that are printed as question marks and not named, or the other way round. */
  function misnamed(from: number, to: number): string[] {
    const wrong: string[] = [];
    for (let code = from; code < to; code += 1) {
      const sign = String.fromCodePoint(code);
      if (/\p{Cs}/u.test(sign) || sign.normalize('NFKC').includes('?')) continue;
      const isNamed = unprintableSigns(sign).length > 0;
      if (isNamed !== shown(sign).includes('?')) wrong.push(code.toString(16));
    }
    return wrong;
  }

  it('are named before issuing where they are question marks', () => {
    expect(misnamed(0x20, 0x1_400)).toEqual([]);
    expect(misnamed(0x2_000, 0x2_800)).toEqual([]);
  });

  it('are named in the same way beyond', { tags: ['long'] }, () => {
    expect(misnamed(0x1_400, 0x20_000)).toEqual([]);
  });

  it('can be read back', { tags: ['long'] }, async () => {
    const notes = 'Frame 5′ 7″, €20 ™, 1 Ω, ⅓, H₂O ≤ ✓, non\u2011stop soft\u00adhyphen';
    const { pages } = await readPdf(await documentPdf({ ...SAMPLE_DOCUMENT, notes }, null));
    expect(pages.join(' ')).toContain(notes.replace('\u00ad', ''));
  });
});

describe('texts of a document', () => {
  type Part = Record<string, unknown>;
  /** Codes, dates and figures: the database has no other signs in them. */
  const FIXED =
    /^(kind|date|valid_until|title|total_words)$|rental_|\.(day|method|code|kind|sac|number|picture|logo)$/;
  const placesOf = (value: unknown, at = ''): string[] =>
    typeof value === 'string'
      ? [at]
      : Object.entries((value ?? {}) as Part).flatMap(([key, part]) =>
          placesOf(part, at ? `${at}.${key}` : key),
        );
  const VOUCHER = {
    ...SAMPLE_DOCUMENT,
    reason: 'Wrong order',
    payment: { method: 'upi', reference: '42', day: '2026-11-23' },
    lines: SAMPLE_DOCUMENT.lines.slice(0, 1),
  };
  const withSign = (at: string, kind: FrozenDocument['kind']) => {
    const made: Part = { ...structuredClone(VOUCHER), kind };
    const keys = at.split('.');
    const last = keys.pop() ?? '';
    const part = keys.reduce((value, key) => value[key] as Part, made);
    part[last] = '漢';
    return frozenDocument.parse(made);
  };
  const isAsked = async (document: FrozenDocument) => {
    const { pages } = await readPdf(await documentPdf(document, null));
    return pages.join(' ').includes('?');
  };

  it.each(['quote', 'invoice', 'refund_voucher'] as const)(
    'are named where the file of a %s has a question mark, and nowhere else',
    { tags: ['long'] },
    async (kind) => {
      const places = placesOf(VOUCHER).filter((at) => !FIXED.test(at));
      const wrong: string[] = [];
      for (const at of places) {
        const document = withSign(at, kind);
        const isPrinted = await isAsked(document);
        if (isPrinted !== unprintableTexts(document).length > 0) wrong.push(at);
      }
      expect(places.length).toBeGreaterThan(20);
      expect(await isAsked(VOUCHER)).toBe(false);
      expect(wrong).toEqual([]);
    },
  );
});

describe('the scripts of India', () => {
  it('can be read back as they were written', { tags: ['long'] }, async () => {
    const notes = Object.values(WORDS).join('\n\n');
    const { pages } = await readPdf(await documentPdf({ ...SAMPLE_DOCUMENT, notes }, null));
    const text = pages.join(' ').normalize('NFC');
    for (const words of Object.values(WORDS)) expect(text).toContain(words.normalize('NFC'));
  });

  it.each(Object.entries(WORDS))('%s is in one font, without dotted circles', (name, words) => {
    for (const face of ['regular', 'bold'] as const) {
      const runs = runsOf(words, face);
      expect(runs.map(({ font }) => font.name)).toEqual([`noto-sans-${name}-${face}`]);
      const [{ font } = { font: undefined }] = runs;
      const circle = font?.font.glyphForCodePoint(0x25cc).id;
      const drawn = font?.font
        .layout(words)
        .glyphs.map(({ id }) => (id as { id?: number }).id ?? id);
      expect(drawn).not.toContain(0);
      expect(drawn).not.toContain(circle);
    }
  });

  it('are loaded only for a letter of theirs', async () => {
    const reads = vi.mocked(readFileSync);
    const readOf = async (text: string) => {
      vi.resetModules();
      reads.mockClear();
      const fresh = await import('./fonts.ts');
      fresh.runsOf(text, 'regular');
      const files = reads.mock.calls.map(([path]) => String(path).split('/').at(-1));
      return files.filter((file) => file?.endsWith('.ttf'));
    };
    expect(await readOf('Chair, 5′ ✓ 漢 🪑 ē')).toEqual(['inter-regular.ttf']);
    expect(await readOf('ஊஞ்சல் 漢')).toEqual(['inter-regular.ttf', 'noto-sans-tamil-regular.ttf']);
    expect(await readOf('চেয়ার।')).toEqual(['inter-regular.ttf', 'noto-sans-bengali-regular.ttf']);
  });
});
