import { describe, expect, it } from 'vitest';
import { CsvRefusal, readCsv } from './read-csv.ts';

const read = (...parts: BlobPart[]) => readCsv(new Blob(parts));
const rows = async (...parts: BlobPart[]) => {
  const { heads, lines } = await read(...parts);
  return [heads, ...lines.map(({ cells }) => cells)];
};

describe('a CSV file', () => {
  it.each([
    ['commas', 'name,price\nChair,5\n'],
    ['semicolons', 'name;price\r\nChair;5\r\n'],
    ['tabs', 'name\tprice\nChair\t5'],
    ['a UTF-8 mark', '\uFEFFname,price\nChair,5'],
    ['a first line that names its separator', 'sep=;\r\nname;price\r\nChair;5\r\n'],
    ['the mark of an old end of text', 'name,price\r\nChair,5\r\n\u001a'],
    ['blanks around heads', ' name , price \nChair,5'],
  ])('with %s is parsed', async (_, text) => {
    expect(await rows(text)).toEqual([
      ['name', 'price'],
      ['Chair', '5'],
    ]);
  });

  it('can have quotes, commas and line breaks in values', async () => {
    expect(await rows('name,description\n"Chair, oak","say ""no""\nnext"\n')).toEqual([
      ['name', 'description'],
      ['Chair, oak', 'say "no"\nnext'],
    ]);
  });

  it('can have an encoding of Excel', async () => {
    const utf16 = new Uint16Array(Array.from('\uFEFFname\tprice\nशादी\t5', (c) => c.charCodeAt(0)));
    expect(await rows(utf16)).toEqual([
      ['name', 'price'],
      ['शादी', '5'],
    ]);
    expect(await rows('name\nCaf', new Uint8Array([0xe9]))).toEqual([['name'], ['Café']]);
  });

  it('numbers lines as a spreadsheet does, blank ones included', async () => {
    const { lines } = await read('name,price\n"two\nlines",1\n\n , \nLast,2\n');
    expect(lines.map(({ line }) => line)).toEqual([2, 5]);
    const said = await read('sep=;\nname;price\nChair;5\n');
    expect(said.lines.map(({ line }) => line)).toEqual([3]);
  });

  it('is UTF-8 where a letter of several bytes is, and names the line with another byte', async () => {
    const bad = new Uint8Array([0xe9]);
    const refusal = (line: number) =>
      new CsvRefusal(
        `Line ${line} has a byte that is not UTF-8, as the rest of the file is. Save the file as UTF-8, or choose its encoding.`,
      );
    await expect(read('name,price\nHD 20×,5\n"Caf', bad, '\n",6')).rejects.toEqual(refusal(3));
    await expect(read('\uFEFFname,price\nCaf', bad, ',5')).rejects.toEqual(refusal(2));
    await expect(read('name\n×', bad)).rejects.toEqual(refusal(2));
  });

  it('says its encoding and separator, and is read otherwise when told so', async () => {
    const formatOf = async (text: BlobPart) => (await read(text)).format;
    expect(await formatOf('name;price\nHD 20×;5')).toEqual({ encoding: 'UTF-8', separator: ';' });
    const old = new Uint8Array([...Buffer.from('name\tprice\nCaf'), 0xe9, 9, 53]);
    expect(await formatOf(old)).toEqual({ encoding: 'Windows-1252', separator: '\t' });
    const mixed = new Blob(['name,price\nHD 20×,5\nCaf', new Uint8Array([0xe9]), ',6']);
    const told = await readCsv(mixed, { encoding: 'Windows-1252', separator: ';' });
    expect(told.format).toEqual({ encoding: 'Windows-1252', separator: ';' });
    expect([told.heads, told.lines[1]?.cells]).toEqual([['name,price'], ['Café,6']]);
  });

  it('may have titles above its heads', async () => {
    const table = await read(
      'Stock of the studio;;\n\nname;description;price\nChair;"a, b, c, d";5\n',
    );
    expect(table).toEqual({
      format: { encoding: 'UTF-8', separator: ';' },
      headLine: 3,
      heads: ['name', 'description', 'price'],
      lines: [{ line: 4, cells: ['Chair', 'a, b, c, d', '5'] }],
    });
    expect(await rows('name\nChair\nTable')).toEqual([['name'], ['Chair'], ['Table']]);
  });

  it('may have titles of several cells above its heads, which are known', async () => {
    const known = new Set(['name', 'price', 'stock']);
    const headsIn = (cells: readonly string[]) => cells.filter((cell) => known.has(cell)).length;
    const tableOf = (text: string) => readCsv(new Blob([text]), {}, headsIn);
    const { headLine, heads, lines } = await tableOf(
      'Stock,28 Nov 2026,by Asha\nstock,of,lamps\n\nname,price,stock\nChair,5,2\nname,6,1',
    );
    expect([headLine, heads, lines.length]).toEqual([4, ['name', 'price', 'stock'], 2]);
    const unknown = await tableOf('Thing,Cost\nname,5\nTable,6');
    expect([unknown.headLine, unknown.lines.length]).toEqual([1, 2]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['\n\n', 'Line 1 must name the columns.'],
    ['name,price\n', 'The file has no lines under its head.'],
    ['name\n"Chair\nTable', 'A quote in line 2 is never closed, or not doubled inside of quotes.'],
    ['PK\u0003\u0004rest', 'This is a workbook, not a CSV file. Save the sheet as CSV first.'],
    ['MZ\u0000\u0001', 'This is no text file: line 1 holds a NUL sign.'],
    ['name,price\nChair,5\nTab\u0000le,6', 'This is no text file: line 3 holds a NUL sign.'],
    [
      `name\n${'a\n'.repeat(10_001)}`,
      'A file can have at most 10,000 lines. Split it into several.',
    ],
    ['x'.repeat(10_000_001), 'The file is larger than 10 MB.'],
  ])('is refused with a reason (%#)', async (text, message) => {
    await expect(read(text)).rejects.toEqual(new CsvRefusal(message));
  });
});
