import { circle, ellipse, line, path, rect, stroke, times } from './draw.mjs';

/** Lamps, drawn for this catalogue: name to `(tones) => SVG`. */
export const lamps = {
  'floor-lamp': (p) =>
    ellipse(100, 192, 40, 8, p.brassDark) +
    line(100, 60, 100, 190, 6, p.brass) +
    path('M66 4H134L154 66H46Z', p.main) +
    path('M66 4H92L80 66H46Z', p.light) +
    ellipse(100, 66, 54, 6, p.glow),
  'arc-lamp': (p) =>
    rect(18, 184, 70, 12, 5, p.ink) +
    stroke('M52 186Q40 20 130 14Q176 14 184 58', 6, p.brass) +
    path('M146 92Q146 54 184 54T222 92Z', p.main) +
    path('M146 92Q146 54 184 54Q160 62 158 92Z', p.light) +
    ellipse(184, 92, 38, 6, p.glow),
  'table-lamp': (p) =>
    ellipse(100, 192, 36, 8, p.deep) +
    path('M100 100Q136 130 122 166Q114 184 100 186Q86 184 78 166Q64 130 100 100Z', p.main) +
    path('M96 112Q76 134 84 164Q70 136 96 112Z', p.pale) +
    rect(94, 84, 12, 22, 4, p.brass) +
    path('M62 20H138L160 92H40Z', p.cream) +
    path('M62 20H90L74 92H40Z', '#fbf4e4') +
    ellipse(100, 92, 60, 7, p.glow),
  pendant: (p) =>
    line(100, 0, 100, 84, 3, p.ink) +
    rect(90, 78, 20, 16, 5, p.brass) +
    path('M24 160Q28 90 100 88T176 160Z', p.main) +
    path('M24 160Q30 100 86 90Q58 110 56 160Z', p.light) +
    ellipse(100, 160, 76, 11, p.deep) +
    ellipse(100, 160, 60, 7, p.glow),
  chandelier: (p) =>
    line(120, 0, 120, 80, 4, p.dark) +
    stroke(
      'M120 150Q40 152 30 108M120 150Q80 140 76 104M120 150Q160 140 164 104M120 150Q200 152 210 108',
      6,
      p.main,
    ) +
    path('M108 70H132L140 150Q120 172 100 150Z', p.main) +
    path('M108 70H118L112 156Q104 156 100 150Z', p.light) +
    [30, 76, 164, 210]
      .map(
        (x) =>
          ellipse(x, 106, 13, 5, p.dark) +
          rect(x - 4, 80, 8, 24, 2, p.cream) +
          path(`M${x} 62Q${x + 8} 72 ${x} 80Q${x - 8} 72 ${x} 62Z`, '#ffc861'),
      )
      .join('') +
    times(5, (i) =>
      path(`M${64 + i * 28} ${158 - Math.abs(i - 2) * 4}l7 14l-7 14l-7 -14Z`, '#dfeaf0'),
    ) +
    path('M120 176l9 14l-9 10l-9 -10Z', '#dfeaf0'),
  lantern: (p) =>
    stroke('M78 40Q100 -12 122 40', 5, p.dark) +
    path('M70 60Q100 22 130 60Z', p.main) +
    rect(60, 58, 80, 12, 4, p.dark) +
    rect(66, 70, 68, 104, 4, '#fdf0cd') +
    rect(92, 120, 16, 54, 3, p.cream) +
    path('M100 92Q112 108 100 120Q88 108 100 92Z', '#f5a83c') +
    [66, 96, 126].map((x) => rect(x, 70, 8, 104, 2, p.main)).join('') +
    rect(54, 172, 92, 14, 4, p.main) +
    rect(60, 186, 80, 10, 4, p.dark),
  'string-lights': (p) =>
    stroke('M0 30Q80 100 160 44T320 30M0 96Q80 160 160 112T320 96', 3.5, p.ink) +
    [
      [28, 54],
      [72, 72],
      [118, 66],
      [160, 48],
      [204, 30],
      [250, 24],
      [294, 28],
      [28, 118],
      [72, 136],
      [118, 132],
      [160, 114],
      [204, 98],
      [250, 92],
      [294, 94],
    ]
      .map(
        ([x, y]) =>
          rect(x - 5, y - 4, 10, 10, 2, p.ink) +
          circle(x, y + 17, 21, 'rgba(255,224,150,.35)') +
          ellipse(x, y + 17, 10, 12, p.main) +
          ellipse(x - 3, y + 13, 3, 4, p.pale),
      )
      .join(''),
};
