import { describe, expect, it } from 'vitest';
import { layoutBars } from './lanes.ts';
import { testBar } from './test-bar.ts';

const period = { first: '2026-11-16', days: 7 };
const today = '2026-11-18';

/** Bars as `lane start+length+turnaround`, with < and > where they are cut. */
const drawn = (...bars: Parameters<typeof testBar>[0][]) => {
  const layout = layoutBars(bars.map(testBar), period, today);
  return {
    lanes: layout.lanes,
    bars: layout.bars.map(
      ({ lane, start, length, turnaround, isCutBefore, isCutAfter }) =>
        `${lane} ${isCutBefore ? '<' : ''}${start}+${length}+${turnaround}${isCutAfter ? '>' : ''}`,
    ),
  };
};

describe('the bars of a row', () => {
  it('share a lane where they do not overlap, turnaround included', () => {
    expect(
      drawn(
        { from: '2026-11-18', to: '2026-11-18' },
        { from: '2026-11-16', to: '2026-11-17' },
        { from: '2026-11-17', to: '2026-11-19', blocked_to: '2026-11-20' },
        { from: '2026-11-20', to: '2026-11-20' },
        { from: '2026-11-21', to: '2026-11-21' },
      ),
    ).toEqual({ lanes: 2, bars: ['0 0+2+0', '1 1+3+1', '0 2+1+0', '0 4+1+0', '0 5+1+0'] });
  });

  it('are cut at the ends of the period', () => {
    expect(drawn({ from: '2026-11-10', to: '2026-11-30', blocked_to: '2026-12-02' })).toEqual({
      lanes: 1,
      bars: ['0 <0+7+0>'],
    });
    expect(drawn({ from: '2026-11-22', to: '2026-11-22', blocked_to: '2026-11-23' }).bars).toEqual([
      '0 6+1+0',
    ]);
  });

  it('show turnaround that reaches into the period, and nothing that does not', () => {
    expect(
      drawn(
        { from: '2026-11-13', to: '2026-11-15', blocked_to: '2026-11-17' },
        { from: '2026-11-13', to: '2026-11-15' },
        { from: '2026-11-23', to: '2026-11-24' },
      ),
    ).toEqual({ lanes: 1, bars: ['0 <0+0+2'] });
  });

  it('go on until today when they are overdue', () => {
    const late = { status: 'out', overdue: true } as const;
    expect(drawn({ from: '2026-11-14', to: '2026-11-16', ...late }).bars).toEqual(['0 <0+3+0']);
    expect(drawn({ from: '2026-11-10', to: '2026-11-12', ...late }).bars).toEqual(['0 <0+3+0']);
  });

  it('an empty row has one lane', () => {
    expect(drawn()).toEqual({ lanes: 1, bars: [] });
  });
});
