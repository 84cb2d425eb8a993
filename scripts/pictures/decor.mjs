import { circle, ellipse, line, path, rect, stroke, times } from './draw.mjs';

const pot = (p) =>
  path('M66 140H134L126 198H74Z', p.main) +
  rect(60, 132, 80, 16, 5, p.light) +
  path('M110 148H133L126 198H104Z', p.dark);
const blade = (x, y, tx, ty, w, fill) =>
  path(
    `M${x - w} ${y}Q${tx - w * 1.5} ${(y + ty) / 2} ${tx} ${ty}Q${tx + w * 2} ${(y + ty) / 2} ${x + w} ${y}Z`,
    fill,
  );

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
  kalash: (p) =>
    path(
      'M64 70H136Q132 92 152 104Q178 122 166 158Q154 190 100 190T34 158Q22 122 48 104Q68 92 64 70Z',
      p.main,
    ) +
    path('M74 76Q70 98 56 108Q38 126 48 156Q62 180 74 182Q22 160 44 112Q62 96 64 76Z', p.pale) +
    rect(56, 62, 88, 12, 6, p.dark) +
    ellipse(100, 192, 40, 7, p.deep) +
    stroke('M40 132Q100 150 160 132', 4, p.dark) +
    blade(86, 64, 60, 18, 8, p.leaf) +
    blade(114, 64, 140, 18, 8, p.leaf) +
    blade(100, 64, 100, 6, 8, p.leafDark) +
    circle(100, 48, 19, '#9c6a42'),
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
  tabla: (p) =>
    path('M14 88Q6 190 70 192T132 92Z', p.main) +
    path('M14 88Q10 150 40 182Q26 140 34 92Z', p.light) +
    ellipse(72, 90, 60, 18, '#efe3cc') +
    ellipse(76, 90, 26, 8, p.ink) +
    path('M150 70H246L238 192H158Z', p.woodDark) +
    times(6, (i) => line(156 + i * 17, 76, 162 + i * 14, 188, 3, '#e8d5b0')) +
    ellipse(198, 70, 50, 15, '#efe3cc') +
    ellipse(198, 70, 22, 7, p.ink),
  typewriter: (p) =>
    rect(60, 6, 120, 74, 3, '#fdfaf2') +
    times(3, (i) => line(76, 24 + i * 14, 150 - i * 20, 24 + i * 14, 3, '#b9b3a6')) +
    rect(24, 66, 192, 22, 11, p.ink) +
    path('M40 84H200L222 186Q222 196 210 196H30Q18 196 18 186Z', p.main) +
    path('M40 84H200L204 106H36Z', p.dark) +
    times(3, (r) => times(9 - r, (i) => circle(52 + r * 8 + i * 17, 126 + r * 20, 6.5, p.cream))) +
    rect(80, 180, 80, 9, 4, p.cream),
  trunk: (p) =>
    rect(16, 86, 228, 110, 8, p.main) +
    path('M16 92Q16 40 60 40H200Q244 40 244 92Z', p.light) +
    rect(16, 86, 228, 12, 0, p.dark) +
    [44, 192]
      .map(
        (x) =>
          rect(x, 40, 22, 156, 0, p.deep) +
          circle(x + 11, 60, 4, p.brassLight) +
          circle(x + 11, 180, 4, p.brassLight),
      )
      .join('') +
    rect(112, 80, 36, 36, 4, p.brass) +
    circle(130, 98, 6, p.ink),
  suitcase: (p) =>
    stroke('M96 44V26Q96 16 106 16H144Q154 16 154 26V44', 9, p.deep) +
    rect(10, 42, 230, 154, 14, p.main) +
    rect(10, 108, 230, 12, 0, p.dark) +
    [46, 184]
      .map((x) => rect(x, 42, 20, 154, 0, p.light) + rect(x - 2, 106, 24, 18, 3, p.brass))
      .join('') +
    path('M10 170Q10 196 36 196H10ZM240 170Q240 196 214 196H240Z', p.deep),
  gramophone: (p) =>
    path('M86 14Q160 -6 196 30Q210 90 168 112Q128 96 104 122L92 112Q112 70 86 14Z', p.main) +
    ellipse(182, 66, 22, 48, p.deep) +
    path('M92 112Q112 70 86 14Q104 10 122 8Q136 60 104 122Z', p.light) +
    stroke('M98 116Q88 136 112 146', 9, p.brassDark) +
    rect(24, 150, 152, 46, 5, p.wood) +
    rect(24, 150, 152, 10, 4, p.woodLight) +
    ellipse(92, 148, 60, 9, p.ink) +
    rect(16, 190, 168, 9, 3, p.woodDark),
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
  monstera: (p) =>
    stroke(
      'M100 140Q96 90 60 60M100 140Q104 80 146 50M100 140Q100 80 98 26M100 140Q80 112 34 106M100 140Q130 112 170 104',
      5,
      p.leafDark,
    ) +
    [
      [60, 56, -40, p.leaf],
      [146, 48, 35, p.leafDark],
      [98, 28, 0, p.leafLight],
      [34, 104, -75, p.leafDark],
      [168, 104, 75, p.leaf],
    ]
      .map(
        ([x, y, r, f]) =>
          `<g transform="translate(${x} ${y}) rotate(${r})">${path('M0 34Q-38 24 -32 -10Q-22 -36 0 -40Q22 -36 32 -10Q38 24 0 34Z', f)}${stroke('M-34 4L-14 2M-32 -14L-12 -10M34 4L14 2M32 -14L12 -10M0 30V-34', 3, 'rgba(255,255,255,.34)')}</g>`,
      )
      .join('') +
    pot(p),
  'snake-plant': (p) =>
    blade(100, 140, 62, 30, 9, p.leafDark) +
    blade(96, 140, 92, 4, 10, p.leaf) +
    blade(104, 140, 130, 18, 10, p.leafLight) +
    blade(110, 140, 152, 56, 9, p.leaf) +
    blade(90, 140, 40, 66, 8, p.leafLight) +
    pot(p),
  'areca-palm': (p) =>
    [-70, -48, -24, 0, 24, 48, 70]
      .map(
        (a, i) =>
          `<g transform="rotate(${a} 100 140)">${stroke('M100 140Q104 70 100 8', 3.5, p.leafDark)}${times(9, (k) => path(`M100 ${112 - k * 11}q-24 -10 -30 -30q24 4 30 22ZM100 ${112 - k * 11}q24 -10 30 -30q-24 4 -30 22Z`, [p.leaf, p.leafLight, p.leafDark][(i + k) % 3]))}</g>`,
      )
      .join('') + pot(p),
  pampas: (p) =>
    [-30, -16, 0, 14, 28]
      .map(
        (a, i) =>
          `<g transform="rotate(${a} 100 150)">${line(100, 150, 100, 60, 3, '#b99b6b')}${path('M100 78Q82 50 100 -6Q118 50 100 78Z', ['#e3cfa8', '#d3b988', '#ead9b8'][i % 3])}</g>`,
      )
      .join('') +
    path(
      'M84 108H116Q114 126 130 142Q146 164 132 190Q128 198 100 198T68 190Q54 164 70 142Q86 126 84 108Z',
      p.main,
    ) +
    path('M88 112Q86 132 74 146Q62 164 74 188Q50 166 72 142Z', p.pale),
  'flower-arrangement': (p) =>
    stroke(
      'M100 130Q80 90 58 70M100 130Q100 80 100 50M100 130Q120 90 146 72M100 130Q70 110 40 108M100 130Q130 110 162 110',
      4,
      p.leaf,
    ) +
    [
      [58, 64],
      [100, 40],
      [146, 64],
      [80, 92],
      [122, 92],
      [38, 104],
      [162, 104],
      [100, 72],
    ]
      .map(
        ([x, y], i) =>
          times(6, (k) =>
            circle(
              x + 12 * Math.cos((k * Math.PI) / 3),
              y + 12 * Math.sin((k * Math.PI) / 3),
              10,
              i % 3 === 1 ? p.pale : i % 3 ? p.light : p.main,
            ),
          ) + circle(x, y, 8, i % 3 === 1 ? p.main : '#f5d67b'),
      )
      .join('') +
    path('M62 126H138L128 196H72Z', '#e9e2d6') +
    path('M112 126H138L128 196H106Z', '#d6cdbd'),
  speaker: (p) =>
    rect(40, 4, 120, 194, 10, p.main) +
    rect(40, 4, 20, 194, 10, p.light) +
    circle(100, 136, 46, p.ink) +
    circle(100, 136, 36, p.inkLight) +
    circle(100, 136, 14, p.ink) +
    circle(100, 52, 26, p.ink) +
    circle(100, 52, 18, p.inkLight) +
    circle(100, 52, 7, p.ink),
  turntable: (p) =>
    rect(4, 130, 232, 58, 8, p.main) +
    rect(4, 130, 232, 12, 6, p.light) +
    rect(20, 188, 30, 10, 3, p.ink) +
    rect(190, 188, 30, 10, 3, p.ink) +
    ellipse(100, 126, 84, 20, p.ink) +
    ellipse(100, 124, 66, 14, p.inkLight) +
    ellipse(100, 123, 24, 6, '#c5532c') +
    stroke('M206 120V84Q190 84 140 116', 6, p.steel) +
    circle(206, 122, 11, p.steelLight) +
    circle(30, 164, 6, p.brass) +
    circle(50, 164, 6, p.brass),
  'table-fan': (p) =>
    rect(92, 150, 16, 36, 3, p.dark) +
    ellipse(100, 190, 50, 9, p.main) +
    circle(100, 82, 80, p.dark) +
    circle(100, 82, 72, '#eef0ee') +
    times(
      3,
      (i) =>
        `<g transform="rotate(${i * 120} 100 82)">${path('M100 82Q70 50 96 20Q134 24 100 82Z', p.main)}</g>`,
    ) +
    stroke('M100 4V160M22 82H178M45 27L155 137M155 27L45 137', 2, p.steel) +
    circle(100, 82, 15, p.light),
  blocks: (p) =>
    rect(10, 118, 78, 80, 6, '#c5532c') +
    rect(94, 118, 78, 80, 6, p.main) +
    rect(52, 34, 78, 80, 6, '#e1b144') +
    [
      [49, 158],
      [133, 158],
      [91, 74],
    ]
      .map(
        ([x, y], i) =>
          rect(x - 26, y - 27, 52, 54, 4, 'rgba(255,255,255,.3)') +
          [
            circle(x, y, 15, '#fffaf0'),
            path(`M${x} ${y - 17}l17 30h-34Z`, '#fffaf0'),
            rect(x - 14, y - 14, 28, 28, 3, '#fffaf0'),
          ][i],
      )
      .join(''),
  'rocking-horse': (p) =>
    stroke('M20 172Q110 214 204 168', 11, p.woodDark) +
    stroke('M74 126L58 186M150 126L166 184', 14, p.main) +
    path('M52 110Q46 60 44 44Q60 22 80 36L96 74H150Q182 80 176 136H70Q54 130 52 110Z', p.main) +
    path('M44 44Q30 58 22 70Q26 84 40 78L60 66Z', p.light) +
    stroke('M80 34Q98 50 94 80M176 92Q198 96 194 130', 11, p.woodDark) +
    path('M98 74H146L142 100H104Z', '#c5532c') +
    circle(56, 52, 4, p.ink),
  crate: (p) =>
    times(
      3,
      (i) =>
        rect(10, 60 + i * 46, 220, 38, 3, i % 2 ? p.light : p.main) +
        line(24, 76 + i * 46, 120, 76 + i * 46, 2, p.dark),
    ) +
    rect(18, 54, 26, 144, 2, p.dark) +
    rect(196, 54, 26, 144, 2, p.dark) +
    [70, 116, 162]
      .map((y) => circle(31, y + 8, 3, p.deep) + circle(209, y + 8, 3, p.deep))
      .join(''),
};
