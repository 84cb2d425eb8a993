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

/** Plants and flowers, drawn for this catalogue: name to `(tones) => SVG`. */
export const plants = {
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
};
