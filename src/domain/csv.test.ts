import { describe, expect, it } from 'vitest';
import { csvRecord } from './csv.ts';

describe('a CSV record', () => {
  it('ends its line and leaves plain cells as they are', () => {
    expect(csvRecord(['ENQ-00001', 1250.5, null, ''])).toBe('ENQ-00001,1250.5,,\r\n');
  });

  it('quotes commas, quotes and line breaks', () => {
    expect(csvRecord(['a,b', 'say "no"', 'two\nlines', 'a\r\nb'])).toBe(
      '"a,b","say ""no""","two\nlines","a\r\nb"\r\n',
    );
  });

  it('disarms what a spreadsheet would take for a formula', () => {
    for (const first of ['=', '+', '-', '@']) {
      expect(csvRecord([`${first}1+1`])).toBe(`'${first}1+1\r\n`);
    }
    expect(csvRecord(['\tx'])).toBe("'\tx\r\n");
    expect(csvRecord(['\r=1'])).toBe('"\'\r=1"\r\n');
    expect(csvRecord(['=HYPERLINK("x","y")'])).toBe('"\'=HYPERLINK(""x"",""y"")"\r\n');
  });

  it('adds one apostrophe more where a text begins so already', () => {
    expect(csvRecord(["'=1", "''-1", "'90s lamp"])).toBe("''=1,'''-1,'90s lamp\r\n");
  });

  it('leaves numbers alone, and signs inside of a text', () => {
    expect(csvRecord([-5, 'a=b', '🎬'])).toBe('-5,a=b,🎬\r\n');
  });
});
