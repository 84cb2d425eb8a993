import { circle, ellipse, line, path, rect, stroke, times } from './draw.mjs';

/** Smaller props, drawn for this catalogue: name to `(tones) => SVG`. */
export const decor = {
  vase: (p) =>
    path(
      'M82 20H118Q116 60 140 92Q164 130 136 180Q132 196 100 196T64 180Q36 130 60 92Q84 60 82 20Z',
      p.main,
    ) +
    path('M88 24Q92 64 70 96Q50 132 74 180Q42 132 66 94Q84 64 82 24Z', p.pale) +
    ellipse(100, 20, 20, 6, p.deep) +
    stroke('M56 112Q100 128 144 112M54 128Q100 144 146 128', 4, p.dark),
  'bud-vase': (p) =>
    path('M90 60H110V110Q140 122 140 156Q140 196 100 196T60 156Q60 122 90 110Z', p.main) +
    path('M92 62V114Q70 126 72 160Q56 130 90 112Z', p.pale) +
    stroke('M100 62Q98 30 112 6M100 62Q92 40 78 30', 4, p.leaf) +
    path('M112 6q18 2 10 22q-18 -4 -10 -22Z', p.leafLight) +
    path('M78 30q-20 -2 -16 18q18 0 16 -18Z', p.leaf),
  'arch-mirror': (p) =>
    path('M30 198V86Q30 4 100 4T170 86V198Z', p.main) +
    path('M44 184V88Q44 18 100 18T156 88V184Z', '#d5e3e6') +
    path('M44 150L150 58Q156 70 156 88V96L58 184H44Z', '#e6f0f1') +
    path('M44 116L130 32L140 42L44 134Z', '#f1f7f7'),
  'round-mirror': (p) =>
    circle(100, 100, 96, p.main) +
    circle(100, 100, 82, '#d5e3e6') +
    path('M40 156L156 40Q170 54 178 76L76 178Q54 170 40 156Z', '#e9f2f3') +
    circle(100, 100, 96, 'none'),
  'candle-stand': (p) =>
    [
      [46, 96],
      [100, 56],
      [154, 116],
    ]
      .map(
        ([x, y]) =>
          rect(x - 9, y - 44, 18, 46, 3, p.cream) +
          path(`M${x} ${y - 66}q9 12 0 21q-9 -9 0 -21Z`, '#f5a83c') +
          ellipse(x, y + 2, 18, 6, p.light) +
          rect(x - 4, y + 4, 8, 190 - y, 2, p.main) +
          ellipse(x, 192, 26, 7, p.dark),
      )
      .join(''),
  'book-stack': (p) =>
    [
      [30, 168, 140, p.main],
      [40, 142, 126, '#efe3cc'],
      [34, 116, 132, p.deep],
      [48, 92, 108, p.pale],
    ]
      .map(
        ([x, y, w, f]) => rect(x, y, w, 24, 4, f) + rect(x + w - 14, y + 4, 12, 16, 1, '#fbf6ea'),
      )
      .join('') +
    line(52, 180, 110, 180, 3, p.pale) +
    line(56, 128, 100, 128, 3, p.light),
  plinths: (p) =>
    rect(20, 110, 70, 88, 2, p.main) +
    rect(72, 110, 18, 88, 0, p.dark) +
    ellipse(55, 110, 35, 9, p.light) +
    rect(96, 50, 64, 148, 2, p.light) +
    rect(142, 50, 18, 148, 0, p.main) +
    ellipse(128, 50, 32, 9, p.pale) +
    circle(188, 172, 26, p.main) +
    circle(180, 164, 12, p.light),
  'arch-blocks': (p) =>
    path('M10 198V100Q10 30 80 30T150 100V198H116V102Q116 66 80 66T44 102V198Z', p.main) +
    path('M96 198V146Q96 108 132 108T168 146V198H148V148Q148 130 132 130T116 148V198Z', p.pale) +
    rect(160, 166, 52, 32, 2, p.dark) +
    circle(186, 146, 20, p.light),
  sculpture: (p) =>
    path(
      'M104 150Q40 130 60 74Q74 30 116 40Q160 56 138 92Q120 116 100 98Q86 82 102 74Q122 72 112 92Q134 84 122 64Q96 46 78 80Q64 118 120 130Q132 136 124 152Z',
      p.main,
    ) +
    rect(66, 150, 86, 46, 3, p.ink) +
    rect(66, 150, 86, 8, 3, p.inkLight),
  'mantel-clock': (p) =>
    path('M30 196V110Q30 30 100 30T170 110V196Z', p.main) +
    rect(20, 184, 160, 14, 4, p.dark) +
    circle(100, 104, 50, p.brass) +
    circle(100, 104, 42, '#fbf4e4') +
    stroke('M100 104V74M100 104L122 114', 5, p.ink) +
    times(12, (i) =>
      circle(
        100 + 35 * Math.sin((i * Math.PI) / 6),
        104 - 35 * Math.cos((i * Math.PI) / 6),
        2,
        p.ink,
      ),
    ),
  cushion: (p) =>
    path('M22 40Q100 22 178 40Q192 110 178 182Q100 198 22 182Q8 110 22 40Z', p.main) +
    path('M22 40Q100 22 178 40Q150 60 100 60T22 40Z', p.light) +
    path('M22 182Q100 198 178 182Q150 164 100 164T22 182Z', p.dark) +
    stroke('M60 84Q100 96 140 84M60 112Q100 124 140 112M60 140Q100 152 140 140', 4, p.pale),
  bolster: (p) =>
    rect(20, 90, 220, 80, 40, p.main) +
    rect(52, 90, 156, 80, 4, p.light) +
    times(4, (i) => rect(72 + i * 34, 90, 10, 80, 0, p.main)) +
    ellipse(30, 130, 14, 36, p.dark) +
    ellipse(230, 130, 14, 36, p.dark) +
    circle(30, 130, 6, p.brass) +
    circle(230, 130, 6, p.brass),
  rug: (p) =>
    times(
      19,
      (i) =>
        line(8, 12 + i * 10, 20, 12 + i * 10, 3, p.cream) +
        line(300, 12 + i * 10, 312, 12 + i * 10, 3, p.cream),
    ) +
    rect(18, 4, 284, 196, 3, p.main) +
    rect(32, 18, 256, 168, 2, p.pale) +
    rect(40, 26, 240, 152, 2, p.dark) +
    path('M160 38L236 102L160 166L84 102Z', p.pale) +
    path('M160 60L210 102L160 144L110 102Z', p.main) +
    path('M160 84L182 102L160 120L138 102Z', p.cream) +
    [
      [58, 44],
      [262, 44],
      [58, 160],
      [262, 160],
    ]
      .map(([x, y]) => path(`M${x} ${y - 14}l14 14l-14 14l-14 -14Z`, p.light))
      .join(''),
  'round-rug': (p) =>
    circle(100, 100, 98, p.pale) +
    circle(100, 100, 88, p.main) +
    circle(100, 100, 70, p.light) +
    circle(100, 100, 54, p.dark) +
    times(12, (i) =>
      ellipse(
        100 + 62 * Math.cos((i * Math.PI) / 6),
        100 + 62 * Math.sin((i * Math.PI) / 6),
        6,
        6,
        p.cream,
      ),
    ) +
    circle(100, 100, 34, p.pale) +
    circle(100, 100, 18, p.main),
  curtain: (p) =>
    rect(0, 0, 220, 8, 4, p.brass) +
    times(2, (s) =>
      times(5, (i) =>
        path(
          `M${10 + s * 106 + i * 19} 8h19Q${27 + s * 106 + i * 17} 120 ${(s ? 140 : 14) + i * (s ? 14 : 13.5)} 198h-14Q${10 + s * 106 + i * 18} 110 ${10 + s * 106 + i * 19} 8Z`,
          [p.main, p.dark, p.light][(i + s) % 3],
        ),
      ),
    ) +
    circle(0, 4, 7, p.brassDark) +
    circle(220, 4, 7, p.brassDark),
  throw: (p) =>
    rect(30, 150, 150, 46, 14, p.dark) +
    rect(26, 112, 158, 46, 14, p.main) +
    rect(30, 78, 150, 42, 14, p.light) +
    times(7, (i) => line(44 + i * 20, 158, 44 + i * 20, 176, 4, p.cream)) +
    stroke('M44 90H166M44 134H166', 4, p.pale),
  thali: (p) =>
    circle(100, 100, 96, p.dark) +
    circle(100, 100, 90, p.main) +
    circle(100, 100, 78, p.light) +
    [
      [70, 66, '#c5532c'],
      [130, 66, '#d9a63a'],
      [146, 116, '#6c8a48'],
      [54, 116, '#efe3cc'],
    ]
      .map(([x, y, f]) => circle(x, y, 23, p.deep) + circle(x, y, 20, p.main) + circle(x, y, 16, f))
      .join('') +
    ellipse(100, 142, 34, 22, '#faf4e6'),
  urli: (p) =>
    path('M10 110H230Q224 176 160 190H80Q16 176 10 110Z', p.main) +
    path('M30 120Q40 166 84 178Q36 172 22 120Z', p.pale) +
    ellipse(120, 110, 112, 24, p.deep) +
    ellipse(120, 108, 98, 18, '#4f8f97') +
    [
      [60, 106, '#e8872e'],
      [96, 114, '#f0b33c'],
      [134, 104, '#d75a7c'],
      [172, 112, '#e8872e'],
      [112, 98, '#fbf4e4'],
      [158, 98, '#f0b33c'],
      [80, 98, '#d75a7c'],
    ]
      .map(([x, y, f]) => circle(x, y, 13, f) + circle(x, y, 6, 'rgba(255,255,255,.35)'))
      .join('') +
    path('M84 188H156L166 198H74Z', p.dark),
  toran: (p) =>
    line(0, 10, 300, 10, 4, p.woodDark) +
    times(9, (i) => {
      const n = 4 + (i % 2 ? 1 : 4);
      return (
        times(
          n,
          (k) =>
            circle(20 + i * 32.5, 22 + k * 17, 11, k % 2 ? '#f0b33c' : p.main) +
            circle(20 + i * 32.5, 22 + k * 17, 5, 'rgba(255,255,255,.28)'),
        ) + path(`M${20 + i * 32.5} ${18 + n * 17}q12 14 0 28q-12 -14 0 -28Z`, p.leaf)
      );
    }),
  frame: (p) =>
    rect(20, 4, 160, 194, 3, p.main) +
    rect(20, 4, 160, 10, 3, p.light) +
    rect(168, 4, 12, 194, 3, p.dark) +
    rect(34, 18, 132, 166, 1, '#faf6ec') +
    rect(56, 42, 88, 118, 1, '#e4d9c4') +
    circle(100, 88, 24, '#d58a61') +
    path('M56 160V128Q78 108 100 124T144 116V160Z', '#8aa19a'),
  'gallery-wall': (p) =>
    [
      [0, 20, 84, 110],
      [92, 0, 110, 78],
      [92, 86, 70, 96],
      [170, 86, 90, 70],
      [20, 138, 64, 54],
      [210, 10, 60, 68],
    ]
      .map(
        ([x, y, w, h], i) =>
          rect(x, y, w, h, 2, i % 2 ? p.main : p.dark) +
          rect(x + 6, y + 6, w - 12, h - 12, 1, '#faf6ec') +
          (i % 3
            ? circle(
                x + w / 2,
                y + h / 2,
                Math.min(w, h) / 4.5,
                ['#d58a61', '#8aa19a', '#d9b45f'][i % 3],
              )
            : path(
                `M${x + 14} ${y + h - 14}Q${x + w / 2} ${y + 12} ${x + w - 14} ${y + h - 14}Z`,
                p.light,
              )),
      )
      .join(''),
  canvas: (p) =>
    rect(0, 0, 200, 160, 2, '#f7efe0') +
    path('M0 160V96Q50 60 96 96T200 80V160Z', p.main) +
    circle(140, 56, 30, p.pale) +
    path('M0 160V130Q60 104 110 130T200 124V160Z', p.deep) +
    stroke('M30 34Q60 20 82 40', 6, p.dark) +
    rect(0, 152, 200, 8, 0, 'rgba(60,40,20,.12)'),
  easel: (p) =>
    stroke('M100 4L40 196M100 4L160 196M100 4V180', 8, p.wood) +
    rect(44, 30, 112, 100, 2, '#faf6ec') +
    path('M44 130V100Q76 76 104 98T156 90V130Z', p.main) +
    circle(128, 60, 14, p.pale) +
    rect(36, 128, 128, 10, 3, p.woodDark),
};
