import { circle, ellipse, line, path, rect, stroke, times } from './draw.mjs';

/** Things with a past, drawn for this catalogue: name to `(tones) => SVG`. */
export const vintage = {
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
