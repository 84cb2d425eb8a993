import { circle, ellipse, line, path, rect, stroke, times } from './draw.mjs';

const stand = (p, top) =>
  line(100, top, 100, 190, 6, p.ink) +
  stroke('M100 150L56 197M100 150L144 197M100 172V196', 6, p.inkLight) +
  rect(92, 112, 16, 12, 3, p.steel);
const lensRings = (p, x, y, r) =>
  circle(x, y, r, p.ink) +
  circle(x, y, r * 0.8, p.inkLight) +
  circle(x, y, r * 0.62, '#1d2a3a') +
  circle(x, y, r * 0.4, '#31506f') +
  circle(x - r * 0.22, y - r * 0.24, r * 0.15, '#b9d3e6');

/** Photographic gear, drawn for this catalogue: name to `(tones) => SVG`. */
export const studio = {
  tripod: (p) =>
    stroke('M100 60L42 196M100 60L158 196M100 60V192', 9, p.ink) +
    stroke('M72 126L128 126', 5, p.steel) +
    rect(84, 40, 32, 34, 6, p.inkLight) +
    rect(70, 26, 60, 16, 5, p.ink) +
    stroke('M116 50L168 76', 6, p.ink) +
    line(150, 67, 172, 78, 10, p.inkLight) +
    [42, 158].map((x) => circle(x, 196, 6, p.steel)).join(''),
  softbox: (p) =>
    stand(p, 70) +
    path('M34 6H166L150 96H50Z', p.ink) +
    path('M42 12H158L146 90H54Z', '#fdf9ee') +
    path('M42 12H100V90H54Z', '#fffdf7') +
    rect(86, 94, 28, 22, 5, p.inkLight),
  octabox: (p) =>
    stand(p, 90) +
    path('M70 2H130L174 44V104L130 146H70L26 104V44Z', p.ink) +
    path('M73 10H127L166 47V101L127 138H73L34 101V47Z', '#fdf9ee') +
    stroke('M73 10L127 138M127 10L73 138M34 47L166 101M166 47L34 101', 1.6, '#e4ddcc') +
    circle(100, 74, 12, '#fff'),
  'ring-light': (p) =>
    stand(p, 120) +
    circle(100, 66, 64, p.ink) +
    circle(100, 66, 58, '#fff6df') +
    circle(100, 66, 34, p.inkLight) +
    circle(100, 66, 30, '#e9e4da') +
    rect(88, 46, 24, 42, 4, p.ink) +
    rect(90, 50, 20, 33, 2, '#43576d'),
  'led-panel': (p) =>
    stand(p, 90) +
    rect(28, 14, 144, 92, 6, p.ink) +
    rect(36, 22, 128, 76, 3, '#fff3d6') +
    times(7, (r) => times(12, (i) => circle(43 + i * 10.4, 29 + r * 10.4, 2.2, '#f0b55a'))) +
    stroke('M24 60V110H176V60', 5, p.steel),
  fresnel: (p) =>
    stand(p, 90) +
    path('M52 30H128L138 96H42Z', p.ink) +
    times(4, (i) => line(62 + i * 22, 36, 60 + i * 24, 88, 3, p.inkLight)) +
    path('M42 18L16 0V112L42 98ZM138 18L164 0V112L138 98Z', p.inkLight) +
    rect(42, 16, 96, 84, 4, p.ink) +
    circle(90, 58, 34, '#ffefc4') +
    circle(90, 58, 25, '#fff9e6') +
    circle(90, 58, 14, '#ffe3a0'),
  strobe: (p) =>
    stand(p, 90) +
    rect(36, 44, 104, 56, 8, p.ink) +
    rect(36, 44, 104, 14, 6, p.inkLight) +
    path('M136 50L176 34V112L136 96Z', p.steel) +
    path('M168 37L176 34V112L168 109Z', '#fff3d6') +
    rect(50, 66, 34, 22, 3, '#7fb0a8') +
    circle(104, 78, 8, p.steel) +
    circle(122, 78, 4, '#d85b44'),
  umbrella: (p) =>
    stand(p, 100) +
    path(
      'M10 96Q20 8 100 4T190 96Q168 84 145 96Q122 84 100 96Q78 84 55 96Q32 84 10 96Z',
      '#fbf8f0',
    ) +
    path('M100 4Q60 20 55 96Q78 84 100 96Z', '#ece6d8') +
    path('M100 4Q170 10 190 96Q168 84 145 96Q140 30 100 4Z', '#ece6d8') +
    line(100, 0, 100, 120, 4, p.steel) +
    rect(104, 104, 40, 22, 4, p.ink),
  'c-stand': (p) =>
    line(100, 30, 100, 188, 6, p.steel) +
    stroke('M100 160L40 190V197M100 168L160 192V197M100 176L104 197', 6, p.steel) +
    line(60, 44, 176, 20, 5, p.steelLight) +
    circle(100, 36, 11, p.ink) +
    path('M4 24H86V106H4Z', p.ink) +
    rect(10, 30, 70, 70, 2, p.inkLight) +
    rect(82, 50, 18, 6, 2, p.steel) +
    path('M84 186Q104 176 128 188L134 200H80Z', '#b8623f'),
  reflector: (p) =>
    circle(100, 100, 96, p.ink) +
    circle(100, 100, 88, p.main) +
    path('M100 12A88 88 0 0 1 188 100L100 100Z', p.light) +
    path('M12 100A88 88 0 0 0 100 188V100Z', p.dark) +
    path('M40 60Q80 20 130 26Q80 44 54 90Z', 'rgba(255,255,255,.45)'),
  lens: (p) =>
    rect(58, 20, 84, 176, 10, p.ink) +
    rect(48, 4, 104, 40, 8, p.inkLight) +
    rect(56, 8, 88, 10, 5, '#4a6b8a') +
    rect(52, 66, 96, 40, 4, p.inkLight) +
    times(12, (i) => line(58 + i * 7.6, 70, 58 + i * 7.6, 102, 2.5, p.ink)) +
    rect(58, 118, 84, 7, 0, '#c5432f') +
    rect(54, 138, 92, 30, 4, p.inkLight) +
    times(11, (i) => line(60 + i * 8, 142, 60 + i * 8, 164, 2.5, p.ink)) +
    rect(62, 186, 76, 12, 3, p.steelLight),
  mirrorless: (p) =>
    path(
      'M64 40L76 20H124L136 40H196Q206 40 206 50V150Q206 160 196 160H14Q4 160 4 150V50Q4 40 14 40Z',
      p.ink,
    ) +
    rect(4, 64, 202, 70, 0, p.inkLight) +
    rect(20, 30, 32, 12, 4, p.steel) +
    rect(160, 28, 30, 14, 5, p.steel) +
    circle(24, 54, 5, '#c5432f') +
    lensRings(p, 104, 98, 58) +
    rect(84, 26, 32, 10, 3, p.steel),
  'cine-camera': (p) =>
    rect(30, 60, 130, 92, 8, p.ink) +
    rect(30, 60, 130, 18, 6, p.inkLight) +
    stroke('M52 60V38H138V60', 9, p.ink) +
    rect(156, 72, 30, 66, 4, p.inkLight) +
    path('M184 62L236 50V162L184 150Z', p.ink) +
    path('M226 53L236 50V162L226 159Z', '#31506f') +
    rect(2, 74, 32, 60, 5, p.inkLight) +
    rect(48, 90, 64, 44, 3, '#3d5b6b') +
    path('M48 134L80 102L96 118L112 106V134Z', '#d09257') +
    circle(136, 100, 6, '#c5432f') +
    circle(136, 122, 6, p.steel) +
    rect(60, 152, 90, 10, 3, p.steel),
  gimbal: (p) =>
    rect(88, 120, 24, 78, 10, p.ink) +
    rect(92, 130, 16, 30, 5, p.inkLight) +
    stroke('M100 120V104H156V40', 10, p.inkLight) +
    stroke('M156 54H134', 10, p.ink) +
    rect(36, 22, 98, 62, 8, p.ink) +
    lensRings(p, 78, 54, 26) +
    circle(156, 50, 12, p.ink) +
    circle(100, 108, 12, p.ink) +
    circle(100, 176, 5, '#c5432f'),
  slider: (p) =>
    rect(10, 132, 300, 16, 4, p.ink) +
    rect(10, 132, 300, 5, 2, p.steel) +
    times(3, (i) => rect(30 + i * 120, 148, 20, 44, 4, p.inkLight)) +
    [6, 298].map((x) => rect(x, 124, 16, 36, 4, p.steel)).join('') +
    rect(110, 112, 90, 22, 5, p.inkLight) +
    rect(136, 92, 38, 22, 5, p.ink) +
    rect(108, 40, 96, 54, 7, p.ink) +
    lensRings(p, 156, 67, 24),
  dolly: (p) =>
    rect(0, 182, 320, 10, 4, p.steel) +
    [70, 120, 200, 250]
      .map((x) => circle(x, 168, 18, p.ink) + circle(x, 168, 8, p.steelLight))
      .join('') +
    rect(46, 130, 228, 24, 5, p.ink) +
    rect(46, 130, 228, 8, 4, p.inkLight) +
    line(64, 134, 20, 40, 7, p.steel) +
    line(2, 40, 40, 40, 8, p.inkLight) +
    line(160, 130, 160, 84, 14, p.steel) +
    rect(118, 34, 84, 52, 7, p.ink) +
    lensRings(p, 160, 60, 21),
  drone: (p) =>
    stroke('M100 90L30 70M220 90L290 70M100 110L40 128M220 110L280 128', 9, p.inkLight) +
    [
      [30, 62],
      [290, 62],
      [40, 120],
      [280, 120],
    ]
      .map(
        ([x, y]) =>
          ellipse(x, y - 6, 44, 5, 'rgba(90,95,100,.55)') + rect(x - 6, y - 6, 12, 22, 4, p.ink),
      )
      .join('') +
    path('M92 84Q160 60 228 84L214 124Q160 136 106 124Z', p.steelLight) +
    path('M92 84Q160 60 228 84L224 96Q160 76 96 96Z', '#e7e9ea') +
    stroke('M112 126L92 160M208 126L228 160M74 162H112M208 162H246', 6, p.ink) +
    rect(136, 124, 48, 34, 8, p.ink) +
    lensRings(p, 160, 142, 14),
  'boom-mic': (p) =>
    line(20, 190, 214, 40, 6, p.ink) +
    line(20, 190, 90, 136, 10, p.inkLight) +
    `<g transform="rotate(-16 220 44)">${rect(176, 24, 118, 40, 20, '#85807a')}${times(9, (i) => line(188 + i * 11, 26, 184 + i * 12, 62, 3, '#9d988f'))}</g>` +
    stroke('M206 46Q226 76 244 48', 5, p.steel),
  'smoke-machine': (p) =>
    circle(36, 60, 24, 'rgba(255,255,255,.75)') +
    circle(16, 90, 20, 'rgba(255,255,255,.6)') +
    circle(64, 40, 22, 'rgba(255,255,255,.6)') +
    rect(70, 92, 160, 92, 9, p.ink) +
    rect(70, 92, 160, 20, 7, p.inkLight) +
    path('M70 116L44 110V148L70 144Z', p.steel) +
    stroke('M100 92Q100 60 150 60T200 92', 8, p.steel) +
    times(5, (i) => line(96, 130 + i * 9, 160, 130 + i * 9, 4, p.inkLight)) +
    circle(198, 142, 14, '#c5432f') +
    rect(84, 184, 24, 12, 3, p.steel) +
    rect(192, 184, 24, 12, 3, p.steel),
  'apple-boxes': (p) =>
    [
      [20, 132, 180, 66],
      [34, 84, 160, 46],
      [52, 60, 128, 24],
    ]
      .map(
        ([x, y, w, h], i) =>
          rect(x, y, w, h, 2, [p.wood, p.woodLight, p.wood][i]) +
          rect(x, y, w, 5, 1, '#d8ab78') +
          rect(x + w / 2 - 22, y + h / 2 - 6, 44, 13, 6, p.woodDark),
      )
      .join(''),
  sandbag: (p) =>
    path('M20 120Q60 84 112 112L104 190Q60 204 14 186Z', p.main) +
    path('M118 112Q170 84 210 120L216 186Q170 204 126 190Z', p.dark) +
    stroke('M84 112Q114 60 148 112', 10, p.light) +
    stroke('M30 132Q64 112 100 128M130 128Q166 112 202 132', 4, p.light),
  monitor: (p) =>
    rect(10, 20, 220, 140, 8, p.ink) +
    rect(20, 30, 200, 118, 3, '#284253') +
    path('M20 148V112Q70 70 120 108T220 92V148Z', '#c98f58') +
    circle(170, 64, 17, '#f1d59a') +
    rect(104, 160, 32, 24, 2, p.inkLight) +
    rect(70, 184, 100, 12, 5, p.ink) +
    rect(60, 44, 120, 90, 0, 'none') +
    stroke('M96 62H80V76M144 62H160V76M96 116H80V102M144 116H160V102', 3, '#fff'),
  'paper-roll': (p) =>
    line(20, 12, 20, 196, 6, p.steel) +
    line(240, 12, 240, 196, 6, p.steel) +
    rect(6, 2, 248, 22, 11, p.dark) +
    path('M34 20H226V150Q228 186 250 198H10Q32 186 34 150Z', p.main) +
    path('M34 150Q32 186 10 198H250Q228 186 226 150Q130 168 34 150Z', p.light),
};
