import { circle, ellipse, line, path, rect, stroke, times } from './draw.mjs';

/** Furniture, drawn for this catalogue: name to `(tones) => SVG`, standing on y = 200. */
export const furniture = {
  'dining-chair': (p) =>
    line(68, 130, 66, 196, 8, p.woodDark) +
    line(132, 130, 134, 196, 8, p.woodDark) +
    line(60, 40, 58, 120, 8, p.wood) +
    line(140, 40, 142, 120, 8, p.wood) +
    rect(54, 14, 92, 78, 24, p.main) +
    rect(64, 22, 72, 60, 18, p.light) +
    rect(46, 108, 108, 26, 12, p.main) +
    rect(46, 122, 108, 14, 7, p.dark) +
    line(56, 136, 48, 197, 9, p.wood) +
    line(144, 136, 152, 197, 9, p.wood),
  armchair: (p) =>
    line(46, 176, 42, 197, 9, p.woodDark) +
    line(174, 176, 178, 197, 9, p.woodDark) +
    rect(42, 24, 136, 130, 40, p.main) +
    rect(58, 38, 104, 90, 28, p.light) +
    circle(90, 74, 4, p.dark) +
    circle(130, 74, 4, p.dark) +
    rect(30, 128, 160, 52, 14, p.dark) +
    rect(52, 108, 116, 42, 18, p.pale) +
    rect(14, 84, 46, 96, 22, p.main) +
    rect(160, 84, 46, 96, 22, p.main) +
    rect(20, 90, 26, 60, 13, p.light) +
    rect(166, 90, 26, 60, 13, p.light),
  wingback: (p) =>
    line(48, 170, 44, 197, 9, p.woodDark) +
    line(152, 170, 156, 197, 9, p.woodDark) +
    path('M36 30Q60 4 100 4T164 30L172 110H28Z', p.main) +
    path('M58 30Q80 18 100 18T142 30L144 112H56Z', p.light) +
    times(3, (i) => circle(78 + i * 22, 48, 4, p.dark) + circle(78 + i * 22, 78, 4, p.dark)) +
    rect(32, 128, 136, 46, 12, p.dark) +
    rect(50, 106, 100, 38, 16, p.pale) +
    rect(18, 84, 38, 90, 19, p.main) +
    rect(144, 84, 38, 90, 19, p.main),
  sofa: (p) =>
    line(40, 176, 36, 197, 9, p.woodDark) +
    line(320, 176, 324, 197, 9, p.woodDark) +
    rect(30, 46, 300, 110, 34, p.main) +
    rect(50, 60, 84, 70, 20, p.light) +
    rect(138, 60, 84, 70, 20, p.light) +
    rect(226, 60, 84, 70, 20, p.light) +
    rect(24, 138, 312, 42, 12, p.dark) +
    rect(46, 116, 134, 38, 15, p.pale) +
    rect(180, 116, 134, 38, 15, p.pale) +
    rect(6, 92, 48, 88, 22, p.main) +
    rect(306, 92, 48, 88, 22, p.main) +
    rect(11, 98, 26, 52, 13, p.light) +
    rect(322, 98, 26, 52, 13, p.light),
  chaise: (p) =>
    line(40, 172, 34, 197, 9, p.woodDark) +
    line(290, 172, 296, 197, 9, p.woodDark) +
    path('M18 40Q14 14 44 14Q72 16 80 60Q88 104 130 104H300Q320 104 320 126V150H18Z', p.main) +
    path('M34 44Q34 30 46 32Q58 40 64 70Q72 112 120 114H300V126H36Z', p.light) +
    rect(14, 138, 308, 38, 14, p.dark) +
    rect(232, 92, 66, 24, 12, p.pale),
  'bar-stool': (p) =>
    stroke('M64 72L48 196M136 72L152 196', 8, p.ink) +
    line(56, 150, 144, 150, 6, p.brass) +
    stroke('M76 76L70 188M124 76L130 188', 6, p.inkLight) +
    path('M54 10Q100 -6 146 10L142 46H58Z', p.main) +
    path('M64 16Q100 4 136 16L134 36H66Z', p.light) +
    line(66, 40, 66, 64, 6, p.ink) +
    line(134, 40, 134, 64, 6, p.ink) +
    rect(44, 58, 112, 24, 12, p.main) +
    rect(44, 70, 112, 12, 6, p.dark),
  stool: (p) =>
    stroke('M70 112L52 194M130 112L148 194M100 112V196', 9, p.wood) +
    stroke('M60 162H140', 6, p.woodDark) +
    rect(40, 92, 120, 28, 14, p.main) +
    ellipse(100, 97, 58, 10, p.light),
  bench: (p) =>
    stroke('M40 130L30 195M280 130L290 195M66 130L60 195M254 130L260 195', 7, p.brass) +
    rect(14, 88, 292, 46, 20, p.main) +
    rect(14, 116, 292, 20, 10, p.dark) +
    times(8, (i) => circle(42 + i * 34, 106, 4.5, p.dark)) +
    rect(26, 93, 268, 8, 4, p.light),
  pouf: (p) =>
    path('M24 120Q20 76 100 74T176 120L172 170Q170 196 100 196T28 170Z', p.main) +
    stroke('M62 82Q44 130 60 190M100 76V196M138 82Q156 130 140 190', 4, p.dark) +
    ellipse(100, 88, 66, 14, p.light) +
    circle(100, 87, 5, p.dark),
  'cane-chair': (p) =>
    stroke('M58 20V120M142 20V120', 9, p.main) +
    rect(56, 14, 88, 84, 12, p.main) +
    rect(66, 24, 68, 64, 6, '#ead9b5') +
    times(6, (i) => line(68 + i * 12, 26, 76 + i * 9, 86, 1.6, '#c9ab74')) +
    times(6, (i) => line(132 - i * 12, 26, 124 - i * 9, 86, 1.6, '#c9ab74')) +
    rect(44, 110, 112, 18, 8, p.dark) +
    rect(52, 102, 96, 16, 8, '#ead9b5') +
    stroke('M54 128L46 195M146 128L154 195', 9, p.main) +
    stroke('M70 128L70 190M130 128L130 190', 7, p.deep),
  'directors-chair': (p) =>
    stroke('M48 104L150 192M152 104L50 192', 8, p.woodLight) +
    stroke('M42 196H74M126 196H158', 9, p.wood) +
    stroke('M46 16V104M154 16V104', 8, p.wood) +
    rect(38, 14, 124, 40, 6, p.main) +
    rect(38, 42, 124, 12, 5, p.dark) +
    rect(30, 78, 36, 9, 4, p.wood) +
    rect(134, 78, 36, 9, 4, p.wood) +
    path('M44 102H156L150 122H50Z', p.main) +
    path('M48 114H152L150 122H50Z', p.dark),
  'peacock-chair': (p) =>
    path('M100 4Q184 10 184 92Q176 128 140 136H60Q24 128 16 92Q16 10 100 4Z', p.main) +
    path('M100 18Q168 24 170 90Q160 116 136 122H64Q40 116 30 90Q32 24 100 18Z', p.pale) +
    times(11, (i) => {
      const a = ((196 + i * 14.8) * Math.PI) / 180;
      return line(100, 120, 100 + 74 * Math.cos(a), 100 + 78 * Math.sin(a), 3, p.dark);
    }) +
    ellipse(100, 126, 56, 18, p.light) +
    rect(46, 124, 108, 22, 11, p.main) +
    path('M58 144H142L160 196H40Z', p.dark) +
    times(6, (i) => line(68 + i * 13, 148, 56 + i * 18, 194, 3, p.light)),
  'rocking-chair': (p) =>
    stroke('M20 176Q100 214 184 172', 9, p.dark) +
    stroke('M56 20L66 118L52 188M140 108L150 186M66 118H142', 9, p.main) +
    times(4, (i) => line(64 + i * 6, 26 + i * 2, 74 + i * 12, 112, 5, p.light)) +
    stroke('M48 16H92', 12, p.main) +
    stroke('M62 78H140L142 112', 8, p.main) +
    rect(60, 106, 90, 18, 9, p.cream),
  charpai: (p) =>
    stroke('M34 110V194M286 110V194', 16, p.woodDark) +
    rect(18, 104, 284, 22, 10, p.wood) +
    path('M36 84H284L302 112H18Z', p.main) +
    times(12, (i) => line(44 + i * 21, 86, 34 + i * 23, 110, 4, p.pale)) +
    times(3, (i) => line(34 - i * 4, 90 + i * 8, 286 + i * 4, 90 + i * 8, 3, p.dark)) +
    rect(24, 94, 22, 20, 8, p.woodDark) +
    rect(274, 94, 22, 20, 8, p.woodDark),
  'coffee-table': (p) =>
    stroke('M60 128L44 195M260 128L276 195M100 128L94 190M220 128L226 190', 9, p.dark) +
    ellipse(160, 122, 146, 18, p.dark) +
    ellipse(160, 114, 146, 18, p.main) +
    ellipse(150, 111, 110, 10, p.light),
  'dining-table': (p) =>
    rect(40, 92, 22, 106, 4, p.dark) +
    rect(298, 92, 22, 106, 4, p.dark) +
    rect(70, 92, 18, 96, 4, p.deep) +
    rect(272, 92, 18, 96, 4, p.deep) +
    rect(30, 84, 300, 20, 3, p.dark) +
    rect(10, 66, 340, 22, 6, p.main) +
    rect(10, 66, 340, 8, 4, p.light),
  'side-table': (p) =>
    rect(94, 84, 12, 100, 4, p.dark) +
    path('M52 198Q60 180 100 178T148 198Z', p.dark) +
    ellipse(100, 86, 74, 14, p.dark) +
    ellipse(100, 79, 74, 14, p.main) +
    ellipse(94, 77, 54, 7, p.light),
  console: (p) =>
    stroke('M34 70V195M286 70V195', 10, p.dark) +
    rect(20, 158, 280, 10, 3, p.dark) +
    rect(20, 62, 280, 44, 4, p.main) +
    rect(12, 54, 296, 14, 4, p.light) +
    times(
      3,
      (i) => rect(32 + i * 88, 74, 80, 26, 3, p.dark) + circle(72 + i * 88, 87, 4, p.brassLight),
    ),
  'writing-desk': (p) =>
    stroke('M34 90L26 196M286 90L294 196', 10, p.dark) +
    rect(20, 72, 280, 38, 5, p.main) +
    rect(12, 66, 296, 14, 5, p.light) +
    rect(36, 84, 76, 20, 3, p.dark) +
    rect(208, 84, 76, 20, 3, p.dark) +
    circle(74, 94, 3.5, p.brassLight) +
    circle(246, 94, 3.5, p.brassLight) +
    rect(60, 22, 200, 46, 5, p.main) +
    times(5, (i) => rect(66 + i * 38.5, 28, 34, 34, 2, p.deep)),
  bookshelf: (p) =>
    rect(30, 2, 140, 196, 6, p.dark) +
    times(4, (i) => rect(40, 12 + i * 46, 120, 38, 2, p.deep)) +
    rect(46, 20, 8, 30, 1, '#b65a34') +
    rect(56, 24, 10, 26, 1, '#e8dcc3') +
    rect(68, 18, 8, 32, 1, '#28596b') +
    rect(128, 26, 24, 24, 12, '#c79f52') +
    rect(48, 72, 28, 24, 3, '#e8dcc3') +
    rect(104, 66, 8, 30, 1, '#7f2432') +
    rect(114, 70, 9, 26, 1, '#d19f2c') +
    rect(125, 66, 9, 30, 1, '#e8dcc3') +
    path('M52 142Q46 118 60 112Q76 118 70 142Z', '#4f8a5b') +
    rect(92, 124, 52, 6, 1, '#28596b') +
    rect(96, 132, 48, 10, 1, '#b65a34') +
    rect(48, 158, 104, 30, 3, p.main) +
    circle(100, 173, 4, p.brassLight) +
    rect(30, 2, 140, 6, 3, p.light),
  cabinet: (p) =>
    stroke('M50 180V196M190 180V196', 9, p.deep) +
    rect(30, 20, 180, 164, 8, p.main) +
    rect(30, 20, 180, 10, 5, p.light) +
    rect(42, 40, 74, 132, 4, p.dark) +
    rect(124, 40, 74, 132, 4, p.dark) +
    rect(50, 48, 58, 50, 3, p.main) +
    rect(132, 48, 58, 50, 3, p.main) +
    rect(50, 108, 58, 56, 3, p.main) +
    rect(132, 108, 58, 56, 3, p.main) +
    circle(110, 106, 4.5, p.brassLight) +
    circle(130, 106, 4.5, p.brassLight),
  dresser: (p) =>
    stroke('M40 182L36 196M220 182L224 196', 9, p.deep) +
    rect(22, 60, 216, 126, 8, p.main) +
    times(
      3,
      (i) =>
        rect(34, 74 + i * 37, 192, 30, 4, p.dark) +
        circle(90, 89 + i * 37, 5, p.brassLight) +
        circle(170, 89 + i * 37, 5, p.brassLight),
    ) +
    rect(14, 52, 232, 14, 5, p.light),
  'room-divider': (p) =>
    times(3, (i) => {
      const x = 14 + i * 62;
      return (
        path(
          `M${x} ${i % 2 ? 14 : 2}L${x + 58} ${i % 2 ? 2 : 14}V198H${x}Z`,
          i % 2 ? p.main : p.dark,
        ) +
        path(`M${x + 8} ${i % 2 ? 24 : 16}L${x + 50} ${i % 2 ? 16 : 24}V186H${x + 8}Z`, p.pale) +
        times(7, (k) => line(x + 8, 44 + k * 21, x + 50, 44 + k * 21, 2.5, p.light))
      );
    }),
};
