import { describe, expect, it } from 'vitest';
import {
  checkedPieces,
  entryKey,
  fitEntries,
  fitEntry,
  movedLines,
  scanCode,
  withEntry,
} from './desk-counts.ts';
import { movementText } from './desk-text.ts';
import {
  byPlace,
  leftOf,
  movedPieces,
  nextStep,
  totalLeft,
  type DeskLine,
  type DeskMovement,
} from './pick-list.ts';

const lineOf = (over: Partial<DeskLine> = {}): DeskLine => ({
  line: 'L1',
  item: 'lamp',
  type: 'prop',
  name: 'Brass Lamp',
  code: 'PRP-00012',
  image: null,
  place: 'Shelf B3',
  quantity: 5,
  out: 0,
  back: 0,
  missing: 0,
  rental_from: '2026-11-14',
  rental_to: '2026-11-16',
  late_days: 0,
  part_of: null,
  price: 100,
  pieces: [],
  ...over,
});
const lamp = lineOf();
const chair = lineOf({ line: 'L2', item: 'chair', name: 'Chair', code: 'PRP-00013', place: null });
const outLamp = lineOf({ out: 5 });

describe('the pick list', () => {
  it('is grouped by place, without a place last', () => {
    const groups = byPlace([lineOf({ place: ' ' }), chair, lamp, lineOf({ place: 'Attic' })]);
    expect(groups.map(({ place, lines }) => [place, lines.length])).toEqual([
      ['Shelf B3', 1],
      ['Attic', 1],
      [null, 2],
    ]);
  });

  it('counts pieces that can still go out or come back', () => {
    const partly = lineOf({ out: 2, back: 1, missing: 1 });
    expect([leftOf(partly, 'hand-over'), leftOf(partly, 'return')]).toEqual([1, 2]);
    expect(totalLeft([partly, chair], 'hand-over')).toBe(6);
    expect(nextStep({ lines: [partly] })).toBe('hand-over');
    expect(nextStep({ lines: [outLamp] })).toBe('return');
    expect(nextStep({ lines: [lineOf({ back: 5 })] })).toBe('hand-over');
  });
});

describe('a kit', () => {
  const kit = lineOf({ line: 'K', item: 'set', name: 'Loft', quantity: 2, out: 2 });
  const part = lineOf({ line: 'K', item: 'lamp', quantity: 6, out: 6, part_of: 'Loft' });
  const lines = [part, outLamp, kit];

  it('counts as one and not with its parts', () => {
    expect(totalLeft(lines, 'return')).toBe(7);
    const everything = movedLines(lines, {}, 'return', true);
    expect(everything.map(({ quantity }) => quantity)).toEqual([6, 5, 2]);
    expect(movedPieces(lines, everything)).toBe(7);
    const entries = withEntry({}, part, 'return', { count: 4 });
    expect(checkedPieces(lines, entries)).toBe(2);
  });

  it('is missing where one of its parts is', () => {
    const lost = [{ line: 'K', item: 'lamp', quantity: 1, condition: 'missing' as const }];
    const good = [
      { line: 'K', item: 'lamp', quantity: 5 },
      { line: 'K', item: 'set', quantity: 2 },
    ];
    expect(movedPieces(lines, lost)).toBe(1);
    const told = [...lost, ...good].map((one) => ({
      condition: 'good' as const,
      ...one,
      name: '',
      code: '',
      note: null,
      photos: [],
    }));
    const movement: DeskMovement = {
      id: 'm',
      kind: 'return',
      day: '2026-11-16',
      created_at: '2026-11-16T06:00:00Z',
      by: null,
      reason: null,
      undone_at: null,
      undo_reason: null,
      not_here: false,
      lines: told,
    };
    expect(movementText(movement, lines)).toBe('Taken back 1 piece, 1 missing');
    expect(movementText({ ...movement, kind: 'hand_over' }, [])).toBe('Handed over 8 pieces');
  });
});

describe('counts', () => {
  it('never exceed the pieces that are left: missing, then damaged, then checked off', () => {
    expect(fitEntry({ count: 5, damaged: 1, missing: 1, pieces: ['a', 'b'] }, 3)).toMatchObject({
      count: 1,
      damaged: 1,
      missing: 1,
      pieces: ['a'],
    });
    expect(fitEntry({ count: 5, damaged: 2, missing: 4 }, 3)).toMatchObject({
      count: 0,
      damaged: 0,
      missing: 3,
    });
  });

  it('follow the lines when somebody else moves pieces', () => {
    const entries = { [entryKey(lamp)]: { count: 5 }, 'gone:item': { count: 1 } };
    const fitted = fitEntries([lineOf({ out: 3 })], entries, 'hand-over');
    expect(Object.keys(fitted)).toEqual([entryKey(lamp)]);
    expect(checkedPieces([lamp], fitted)).toBe(2);
  });
});

describe('the lines that are sent', () => {
  it('hand over what is checked off, or everything', () => {
    const entries = withEntry({}, lamp, 'hand-over', { count: 3 });
    expect(movedLines([lamp, chair], entries, 'hand-over', false)).toEqual([
      { line: 'L1', item: 'lamp', quantity: 3 },
    ]);
    expect(movedLines([lamp, chair], entries, 'hand-over', true)).toEqual([
      { line: 'L1', item: 'lamp', quantity: 5 },
      { line: 'L2', item: 'chair', quantity: 5 },
    ]);
  });

  it('take back by condition; note and photos go with the worst', () => {
    const entries = withEntry({}, outLamp, 'return', {
      damaged: 1,
      missing: 1,
      note: ' Bent ',
      photos: ['o/1.jpg'],
      repair_until: '2026-11-20',
    });
    expect(movedLines([outLamp], entries, 'return', true)).toEqual([
      {
        line: 'L1',
        item: 'lamp',
        quantity: 1,
        condition: 'damaged',
        note: 'Bent',
        photos: ['o/1.jpg'],
        repair_until: '2026-11-20',
      },
      { line: 'L1', item: 'lamp', quantity: 1, condition: 'missing' },
      { line: 'L1', item: 'lamp', quantity: 3, condition: 'good' },
    ]);
    expect(movedLines([outLamp], entries, 'return', false)).toHaveLength(2);
  });

  it('name the missing piece where its number is clear', () => {
    const pieces = ['1', '2'].map((id) => ({ id, code: `PRP-00012-0${id}`, out: true }));
    const line = lineOf({ quantity: 2, out: 2, pieces });
    const entries = withEntry({}, line, 'return', { missing: 1, count: 1, pieces: ['1'] });
    expect(movedLines([line], entries, 'return', false)).toEqual([
      { line: 'L1', item: 'lamp', quantity: 1, condition: 'missing', pieces: ['2'] },
      { line: 'L1', item: 'lamp', quantity: 1, condition: 'good', pieces: ['1'] },
    ]);
    const unclear = withEntry({}, line, 'return', { missing: 1, count: 1 });
    expect(movedLines([line], unclear, 'return', false).some((one) => one.pieces)).toBe(false);
  });
});

describe('a scanned code', () => {
  const pieces = [{ id: 'p3', code: 'PRP-00012-03', out: false }];
  const line = lineOf({ quantity: 2, pieces });

  it('checks off one piece, also in lower case or as an address', () => {
    const first = scanCode([line], {}, 'hand-over', 'https://studio.example/ops/scan/prp-00012-03');
    expect(first).toMatchObject({ entries: { 'L1:lamp': { count: 1, pieces: ['p3'] } } });
    const entries = 'entries' in first ? first.entries : {};
    expect(scanCode([line], entries, 'hand-over', 'PRP-00012-03')).toEqual({
      refused: 'piece_counted',
    });
    const second = scanCode([line], entries, 'hand-over', ' prp-00012 ');
    expect(second).toMatchObject({ entries: { 'L1:lamp': { count: 2, pieces: ['p3'] } } });
    const all = 'entries' in second ? second.entries : {};
    expect(scanCode([line], all, 'hand-over', 'PRP-00012')).toEqual({ refused: 'all_counted' });
  });

  it('counts on the next line of the same item', () => {
    const again = lineOf({ line: 'L9' });
    const full = withEntry({}, line, 'hand-over', { count: 2 });
    expect(scanCode([line, again], full, 'hand-over', 'PRP-00012')).toMatchObject({
      line: { line: 'L9' },
    });
  });

  it('is refused when it is not on the order', () => {
    expect(scanCode([line], {}, 'hand-over', 'PRP-99999')).toEqual({ refused: 'unknown' });
    expect(scanCode([line], {}, 'hand-over', '/')).toEqual({ refused: 'unknown' });
  });
});
