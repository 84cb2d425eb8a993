import { describe, expect, test } from 'vitest';
import { ApiError } from '../core/api-error.ts';
import { parseAccept, parsePrefer, readQuery } from './request.ts';
import { parseParameters } from './query.ts';

const parse = (text: string) => parseParameters(new URLSearchParams(text));
const refusal = (text: string) => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error(`${text} was not refused`);
};
const blank = { columns: [], embeds: [], where: [], order: [], limit: null, offset: 0 };

describe('select', () => {
  test('nothing said is every column', () => {
    expect(parse('').query).toEqual({ ...blank, columns: [{ name: '*', alias: null }] });
  });

  test('columns, aliases and quoted names, with blanks around', () => {
    expect(parse('select=id , label:name,"a,b(c)","q\\"q",naïve-name').query.columns).toEqual([
      { name: 'id', alias: null },
      { name: 'name', alias: 'label' },
      { name: 'a,b(c)', alias: null },
      { name: 'q"q', alias: null },
      { name: 'naïve-name', alias: null },
    ]);
  });

  test('embedded resources with alias, hint and inner, nested', () => {
    const { embeds } = parse(
      'select=*,a:authors!fk!inner(name,countries!left(code)),covers()',
    ).query;
    expect(embeds).toEqual([
      {
        name: 'a',
        target: 'authors',
        hint: 'fk',
        inner: true,
        query: {
          ...blank,
          columns: [{ name: 'name', alias: null }],
          embeds: [
            {
              name: 'countries',
              target: 'countries',
              hint: null,
              inner: false,
              query: { ...blank, columns: [{ name: 'code', alias: null }] },
            },
          ],
        },
      },
      { name: 'covers', target: 'covers', hint: null, inner: false, query: blank },
    ]);
  });
});

describe('filters', () => {
  const first = (text: string) => parse(text).query.where[0];

  test('everything after the operator is the value, dots, quotes and commas too', () => {
    expect(first('name=eq.a.b,"c"(d)')).toEqual({
      column: 'name',
      negated: false,
      operator: 'eq',
      values: ['a.b,"c"(d)'],
    });
    expect(first('name=not.ilike.not.x')).toEqual({
      column: 'name',
      negated: true,
      operator: 'ilike',
      values: ['not.x'],
    });
    expect(first('name=eq.')).toMatchObject({ values: [''] });
    expect(first('name=eq.a\nb')).toMatchObject({ values: ['a\nb'] });
  });

  test('lists, with quoted values, escapes and blanks', () => {
    expect(first('x=in.("a,b","c)","d\\"e\\\\", f ,)')).toMatchObject({
      operator: 'in',
      values: ['a,b', 'c)', 'd"e\\', ' f ', ''],
    });
    expect(first('x=in.()')).toMatchObject({ values: [] });
    expect(first('x=in.("teak" Bowl,b)')).toMatchObject({ values: ['"teak" Bowl', 'b'] });
    expect(first('x=in.(")')).toMatchObject({ values: ['"'] });
    expect(first('x=in.("a,b)')).toMatchObject({ values: ['"a', 'b'] });
  });

  test('trees', () => {
    expect(first('not.or=(a.eq.1,not.and(b.is.null,c.not.in.(1,2)),"d.e".eq."x,y")')).toEqual({
      join: 'or',
      negated: true,
      conditions: [
        { column: 'a', negated: false, operator: 'eq', values: ['1'] },
        {
          join: 'and',
          negated: true,
          conditions: [
            { column: 'b', negated: false, operator: 'is', values: ['null'] },
            { column: 'c', negated: true, operator: 'in', values: ['1', '2'] },
          ],
        },
        { column: 'd.e', negated: false, operator: 'eq', values: ['x,y'] },
      ],
    });
  });

  test('of embedded resources', () => {
    const { query } = parse(
      'select=a(b(x))&a.b.x=gt.1&a.not.and=(y.eq.2)&a.order=x.desc&a.limit=3&a.b.offset=4&id=eq.5',
    );
    const a = query.embeds[0]!.query;
    const b = a.embeds[0]!.query;
    expect(query.where).toMatchObject([{ column: 'id' }]);
    expect(a.where).toMatchObject([{ join: 'and', negated: true, conditions: [{ column: 'y' }] }]);
    expect(a).toMatchObject({ limit: 3, order: [{ column: 'x', descending: true, nulls: null }] });
    expect(b.where).toMatchObject([{ column: 'x', operator: 'gt', values: ['1'] }]);
    expect(b.offset).toBe(4);
  });
});

test('order', () => {
  expect(
    parse('order=a,b.desc,c.asc.nullsfirst,"d.e".desc.nullslast,f.nullslast').query.order,
  ).toEqual([
    { column: 'a', descending: false, nulls: null },
    { column: 'b', descending: true, nulls: null },
    { column: 'c', descending: false, nulls: 'first' },
    { column: 'd.e', descending: true, nulls: 'last' },
    { column: 'f', descending: false, nulls: 'last' },
  ]);
});

test('columns and on_conflict', () => {
  expect(parse('columns="a","b c","a"&on_conflict=x,y')).toMatchObject({
    columns: ['a', 'b c'],
    onConflict: ['x', 'y'],
  });
});

describe('what cannot be read', () => {
  test('says where', () => {
    expect(refusal('select=id,na!(x)').body).toEqual({
      code: 'PGRST100',
      message: '"failed to parse select parameter (id,na!(x))" (line 1, column 7)',
      details: 'unexpected "(" expecting a name',
      hint: null,
    });
    expect(refusal('id=eq').body.details).toBe('unexpected end of input expecting "."');
  });

  test('shows no more than the start of a long text', () => {
    expect(refusal(`or=(${'x'.repeat(9_000)})`).message.length).toBeLessThan(250);
  });

  test('too long is 414', () => {
    expect(refusal(`id=eq.${'1'.repeat(16_000)}`).status).toBe(414);
  });

  test('deep trees and deep embeds stop early', () => {
    expect(refusal(`or=${'(or'.repeat(2_000)}`).status).toBe(400);
    expect(refusal(`select=${'a('.repeat(3_000)}`).message).toMatch(/nested too deeply/);
  });
});

describe('headers', () => {
  test('Prefer', () => {
    const applied = (header: string) => Object.fromEntries(parsePrefer(header));
    expect(applied('')).toEqual({});
    expect(applied('count=exact,return=minimal, max-affected=3, odd')).toEqual({
      return: 'minimal',
      count: 'exact',
    });
    expect(applied('return=minimal, return=representation')).toEqual({ return: 'minimal' });
    expect(applied('handling=strict, max-affected=3')).toMatchObject({ 'max-affected': '3' });
    expect(() => parsePrefer('handling=strict, odd')).toThrow('Invalid preferences');
    expect(() => parsePrefer('tx=rollback')).toThrow('Not supported');
  });

  test('Range, limit, offset and the row limit meet', () => {
    const search = new URLSearchParams('limit=10&offset=5');
    const page = (range: string, maxRows = 1000) => {
      const { offset, limit } = readQuery({ range, search }, maxRows);
      return [offset, limit];
    };
    expect(page('')).toEqual([5, 10]);
    expect(page('0-7')).toEqual([5, 3]);
    expect(page('8-')).toEqual([8, 7]);
    expect(page('20-30')).toEqual([20, 0]);
    expect(page('', 4)).toEqual([5, 4]);
    expect(page('items=6-6')).toEqual([6, 1]);
    expect(() => page('6-5')).toThrow('ends before it starts');
  });

  test('Accept', () => {
    const list = { shape: 'list', stripsNulls: false };
    expect(parseAccept('*/*')).toEqual(list);
    expect(parseAccept('text/html, */*;q=0.8')).toEqual(list);
    const object = 'application/vnd.pgrst.object+json';
    expect(parseAccept(object)).toEqual({ shape: 'object', stripsNulls: false });
    expect(parseAccept(`${object};nulls=stripped`)).toEqual({ shape: 'object', stripsNulls: true });
    expect(parseAccept('application/vnd.pgrst.array+json; nulls=stripped')).toEqual({
      shape: 'list',
      stripsNulls: true,
    });
    expect(parseAccept('application/json;nulls=stripped')).toEqual(list);
    expect(() => parseAccept('text/csv')).toThrow('None of these media types');
  });
});
