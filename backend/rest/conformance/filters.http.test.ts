import { conforms, type Case, type From } from '#tests/support/conformance.ts';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();
const page = 'api/tables_views.html';

/** The ids of the authors that a filter leaves. */
const authors = (section: string, filter: string, ids: number[], js?: Case['js']): Case => ({
  doc: `${page}#${section}`,
  ask: `authors?select=id&order=id&${filter}`,
  gives: ids.map((id) => ({ id })),
  ...(js && { js }),
});

const ids =
  (refine: (query: ReturnType<From['select']>) => ReturnType<From['select']>): Case['js'] =>
  (client) =>
    refine(client.from('authors').select('id')).order('id');

conforms(library, 'operators', [
  authors(
    'operators',
    'id=eq.1',
    [1],
    ids((query) => query.eq('id', 1)),
  ),
  authors(
    'operators',
    'id=neq.1',
    [2, 3, 4],
    ids((query) => query.neq('id', 1)),
  ),
  authors(
    'operators',
    'id=gt.2',
    [3, 4],
    ids((query) => query.gt('id', 2)),
  ),
  authors(
    'operators',
    'id=gte.2',
    [2, 3, 4],
    ids((query) => query.gte('id', 2)),
  ),
  authors(
    'operators',
    'id=lt.3',
    [1, 2],
    ids((query) => query.lt('id', 3)),
  ),
  authors(
    'operators',
    'id=lte.2',
    [1, 2],
    ids((query) => query.lte('id', 2)),
  ),
  authors(
    'operators',
    'id=in.(1,3)',
    [1, 3],
    ids((query) => query.in('id', [1, 3])),
  ),
  authors(
    'operators',
    'id=in.()',
    [],
    ids((query) => query.in('id', [])),
  ),
  authors('operators', 'country_code=in.(FR)', [1]),
  authors(
    'operators',
    'email=is.null',
    [2, 4],
    ids((query) => query.is('email', null)),
  ),
  authors('operators', 'email=is.not_null', [1, 3]),
  authors(
    'operators',
    'active=is.true',
    [1, 4],
    ids((query) => query.is('active', true)),
  ),
  authors(
    'operators',
    'active=is.FALSE',
    [2],
    ids((query) => query.is('active', false)),
  ),
  authors('operators', 'active=is.unknown', [3]),
  authors(
    'operators',
    'active=eq.true',
    [1, 4],
    ids((query) => query.eq('active', true)),
  ),
  authors('operators', 'name=eq.', []),
  authors(
    'operators',
    'born=lt.1700-01-01',
    [2],
    ids((query) => query.lt('born', '1700-01-01')),
  ),
  authors(
    'operators',
    'rating=gte.4.5',
    [1, 2],
    ids((query) => query.gte('rating', 4.5)),
  ),
  authors(
    'operators',
    'mood=eq.calm',
    [1, 2, 3, 4],
    ids((query) => query.eq('mood', 'calm')),
  ),
  authors('operators', 'tags=eq.{a,b}', [1]),
  authors('horizontal-filtering', 'id=gte.2&active=is.true', [4]),
  authors(
    'horizontal-filtering',
    'id=gt.1&id=lt.4',
    [2, 3],
    ids((query) => query.gt('id', 1).lt('id', 4)),
  ),
  authors('horizontal-filtering', '', [1, 2, 3, 4]),
]);

conforms(library, 'patterns', [
  authors('pattern-matching', 'name=like.A*', [1]),
  authors(
    'pattern-matching',
    'name=like.A%25',
    [1],
    ids((query) => query.like('name', 'A%')),
  ),
  authors('pattern-matching', 'name=like.*a', [1]),
  authors('pattern-matching', 'name=like._da', [1]),
  authors(
    'pattern-matching',
    'name=ilike.*A*',
    [1, 2],
    ids((query) => query.ilike('name', '%A%')),
  ),
  authors(
    'pattern-matching',
    'name=not.ilike.*A*',
    [3, 4],
    ids((query) => query.not('name', 'ilike', '%A%')),
  ),
  authors('pattern-matching', String.raw`name=like.50\%25*`, [4]),
]);

conforms(library, 'logic', [
  authors(
    'logical-operators',
    'or=(id.eq.1,id.eq.4)',
    [1, 4],
    ids((query) => query.or('id.eq.1,id.eq.4')),
  ),
  authors(
    'logical-operators',
    'id=not.eq.1',
    [2, 3, 4],
    ids((query) => query.not('id', 'eq', 1)),
  ),
  authors(
    'logical-operators',
    'id=not.in.(1,3)',
    [2, 4],
    ids((query) => query.not('id', 'in', '(1,3)')),
  ),
  authors(
    'logical-operators',
    'email=not.is.null',
    [1, 3],
    ids((query) => query.not('email', 'is', null)),
  ),
  authors('logical-operators', 'not.and=(id.gte.2,id.lte.3)', [1, 4]),
  authors('logical-operators', 'not.or=(id.eq.1,id.eq.4)', [2, 3]),
  authors(
    'logical-operators',
    'or=(id.eq.1,and(active.is.true,id.gt.2))',
    [1, 4],
    ids((query) => query.or('id.eq.1,and(active.is.true,id.gt.2)')),
  ),
  authors('logical-operators', 'rating=gte.3&or=(id.eq.4,not.and(id.gte.1,id.lte.1))', [2, 4]),
  authors('logical-operators', 'and=(id.gt.1,not.or(id.eq.2,id.eq.3))', [4]),
  authors('logical-operators', 'or=(id.not.in.(1,2),name.like.A*)', [1, 3, 4]),
  authors(
    'logical-operators',
    'or=(id.eq.1,id.eq.2)&or=(id.eq.2,id.eq.3)',
    [2],
    ids((query) => query.or('id.eq.1,id.eq.2').or('id.eq.2,id.eq.3')),
  ),
]);
