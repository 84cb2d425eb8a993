import { describe, expect, it } from 'vitest';
import { csvRecord } from './csv.ts';

describe('a CSV record', () => {
  it('ends with a line break and leaves plain cells unquoted', () => {
    expect(csvRecord(['ENQ-00001', 1250.5, null, ''])).toBe('ENQ-00001,1250.5,,\r\n');
  });

  it('quotes commas, quotes and line breaks', () => {
    expect(csvRecord(['a,b', 'say "no"', 'two\nlines', 'a\r\nb'])).toBe(
      '"a,b","say ""no""","two\nlines","a\r\nb"\r\n',
    );
  });

  it('escapes what a spreadsheet would run as a formula', () => {
    for (const first of ['=', '+', '-', '@']) {
      expect(csvRecord([`${first}1+1`])).toBe(`'${first}1+1\r\n`);
    }
    expect(csvRecord(['\tx'])).toBe("'\tx\r\n");
    expect(csvRecord(['\r=1'])).toBe('"\'\r=1"\r\n');
    expect(csvRecord(['=HYPERLINK("x","y")'])).toBe('"\'=HYPERLINK(""x"",""y"")"\r\n');
  });

  it('adds one apostrophe to texts that already begin with some', () => {
    expect(csvRecord(["'=1", "''-1", "'90s lamp"])).toBe("''=1,'''-1,'90s lamp\r\n");
  });

  it('leaves numbers and signs inside a text unchanged', () => {
    expect(csvRecord([-5, 'a=b', '🎬'])).toBe('-5,a=b,🎬\r\n');
  });
});
