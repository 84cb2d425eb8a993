import { describe, expect, test } from 'vitest';
import { useLibrary } from './library.fixture.ts';

const library = useLibrary();
const ids = async (query: string) => {
  const { status, body } = await library.ask(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { id: number }[]).map(({ id }) => id);
};

describe('operators', () => {
  test.each([
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3, 4]],
    ['id=not.eq.1', [2, 3, 4]],
    ['id=gt.2', [3, 4]],
    ['id=gte.2&id=lt.4', [2, 3]],
    ['id=lte.2', [1, 2]],
    ['name=like.A*', [1]],
    ['name=like.A%25', [1]],
    ['name=ilike.*A*', [1, 2]],
    ['name=not.ilike.*A*', [3, 4]],
    ['id=in.(1,3)', [1, 3]],
    ['id=not.in.(1,3)', [2, 4]],
    ['id=in.()', []],
    ['name=in.("C, \\"D\\" (E)",Ada)', [1, 3]],
    ['name=eq.C, "D" (E)', [3]],
    ['country_code=in.(FR)', [1]],
    ['country_code=eq.IN', [3, 4]],
    ['email=is.null', [2, 4]],
    ['email=not.is.null', [1, 3]],
    ['email=is.not_null', [1, 3]],
    ['active=is.true', [1, 4]],
    ['active=is.FALSE', [2]],
    ['active=is.unknown', [3]],
    ['active=eq.true', [1, 4]],
    ['born=lt.1700-01-01', [2]],
    ['rating=gte.4.5', [1, 2]],
    ['mood=eq.calm', [1, 2, 3, 4]],
    ['tags=eq.{a,b}', [1]],
    ['or=(id.eq.1,id.eq.4)', [1, 4]],
    ['or=(id.eq.1,and(active.is.true,id.gt.2))', [1, 4]],
    ['not.or=(id.eq.1,id.eq.4)', [2, 3]],
    ['and=(id.gt.1,or(name.eq."C, \\"D\\" (E)",email.is.null))', [2, 3, 4]],
    ['and=(id.gt.1,not.or(id.eq.2,id.eq.3))', [4]],
    ['or=(id.not.in.(1,2),name.like.A*)', [1, 3, 4]],
  ])('%s', async (filter, expected) => {
    expect(await ids(`authors?select=id&order=id&${filter}`)).toEqual(expected);
  });
});
