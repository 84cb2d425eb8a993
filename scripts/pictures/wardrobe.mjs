import { circle, line, path, rect, stroke, times } from './draw.mjs';

const hanger = (p) =>
  stroke('M100 14Q100 2 110 4Q116 10 106 16L100 22V28M56 48L100 28L144 48', 4, p.brassDark);
const border = (p, d) => stroke(d, 5, p.brass);

/** Garments on a hanger, drawn for this catalogue: name to `(tones) => SVG`. */
export const wardrobe = {
  kurta: (p) =>
    hanger(p) +
    path(
      'M74 38L30 62L14 120L40 128L50 96V232H150V96L160 128L186 120L170 62L126 38Q100 56 74 38Z',
      p.main,
    ) +
    path('M50 96V232H70L66 70Z', p.light) +
    path('M92 46H108V120Q100 126 92 120Z', p.dark) +
    times(4, (i) => circle(100, 60 + i * 15, 2.6, p.brassLight)) +
    border(p, 'M52 229H148M16 118L39 125M184 118L161 125') +
    stroke('M76 39Q100 56 124 39', 6, p.dark),
  sherwani: (p) =>
    hanger(p) +
    path(
      'M76 36L34 56L22 150L46 154L54 92L48 236H152L146 92L154 154L178 150L166 56L124 36Q100 46 76 36Z',
      p.main,
    ) +
    path('M100 46V236H104V46Z', p.deep) +
    times(7, (i) => circle(95, 60 + i * 18, 3.2, p.brassLight)) +
    rect(80, 32, 40, 14, 5, p.dark) +
    times(
      5,
      (i) => circle(70, 76 + i * 16, 3.5, p.brass) + circle(130, 76 + i * 16, 3.5, p.brass),
    ) +
    border(p, 'M50 232H150M24 146L45 150M176 146L155 150') +
    path('M118 86H142V96H118Z', p.dark),
  lehenga: (p) =>
    hanger(p) +
    path('M72 40L50 50L44 76L64 80L66 92H134L136 80L156 76L150 50L128 40Q100 64 72 40Z', p.deep) +
    path('M70 110H130L190 234Q100 250 10 234Z', p.main) +
    times(6, (i) =>
      path(`M${74 + i * 9} 110h6L${38 + i * 25} 238h-14Z`, i % 2 ? p.light : p.dark),
    ) +
    rect(68, 106, 64, 12, 4, p.brass) +
    stroke('M16 222Q100 240 184 222', 7, p.brass) +
    stroke('M26 202Q100 218 174 202', 3, p.brassLight) +
    border(p, 'M66 90H134'),
  saree: (p) =>
    rect(30, 16, 140, 10, 5, p.wood) +
    path('M40 22H120V236Q80 244 40 236Z', p.main) +
    path('M96 22H160V206Q128 216 96 206Z', p.dark) +
    path('M40 22H52V238L40 236ZM148 22H160V206L148 209Z', p.brass) +
    times(3, (i) => line(60 + i * 16, 34, 60 + i * 16, 190, 3, p.light)) +
    path('M40 196Q80 204 120 196V226Q80 234 40 226Z', p.brass) +
    times(5, (i) => path(`M${50 + i * 15} 206l6 8l-6 8l-6 -8Z`, p.deep)) +
    times(4, (i) => circle(128, 60 + i * 34, 4, p.brassLight)),
  blazer: (p) =>
    hanger(p) +
    path(
      'M74 38L34 56L20 160L46 164L54 110L52 220H148L146 110L154 164L180 160L166 56L126 38L100 110Z',
      p.main,
    ) +
    path('M84 36L100 112L116 36Z', '#f4efe6') +
    path(
      'M74 38L60 74L76 82L70 92L100 124L84 34ZM126 38L140 74L124 82L130 92L100 124L116 34Z',
      p.dark,
    ) +
    circle(100, 144, 4, p.deep) +
    circle(100, 170, 4, p.deep) +
    rect(62, 160, 30, 7, 2, p.dark) +
    rect(110, 160, 30, 7, 2, p.dark) +
    path('M118 98H140V104H118Z', '#f4efe6'),
  shirt: (p) =>
    hanger(p) +
    path(
      'M74 38L32 58L12 112L42 126L54 100V216H146V100L158 126L188 112L168 58L126 38Q100 62 74 38Z',
      p.main,
    ) +
    path('M54 100V216H72L68 72Z', p.light) +
    line(100, 58, 100, 214, 3, p.dark) +
    times(6, (i) => circle(100, 74 + i * 24, 3, p.cream)) +
    path('M74 38L70 58L90 68L100 54ZM126 38L130 58L110 68L100 54Z', p.dark) +
    rect(112, 96, 26, 28, 3, p.dark),
  gown: (p) =>
    hanger(p) +
    path(
      'M78 42Q84 70 64 92L74 124Q30 190 18 244H182Q170 190 126 124L136 92Q116 70 122 42L114 42Q114 76 100 78Q86 76 86 42Z',
      p.main,
    ) +
    path('M74 124Q100 134 126 124L128 134Q100 144 72 134Z', p.deep) +
    path(
      'M84 138Q62 190 54 244H80Q86 190 94 140ZM112 140Q126 190 134 244H156Q140 180 120 138Z',
      p.light,
    ),
  anarkali: (p) =>
    hanger(p) +
    path(
      'M76 38L42 54L20 150L40 156L62 90L66 118Q22 190 14 236Q100 254 186 236Q178 190 134 118L138 90L160 156L180 150L158 54L124 38Q100 58 76 38Z',
      p.main,
    ) +
    times(5, (i) =>
      path(
        `M${76 + i * 11} 122L${40 + i * 28} 242h-14L${70 + i * 11} 122Z`,
        i % 2 ? p.dark : p.light,
      ),
    ) +
    stroke('M18 226Q100 244 182 226', 7, p.brass) +
    rect(66, 112, 68, 10, 4, p.brass) +
    path('M90 48H110L106 90H94Z', p.brassLight),
  waistcoat: (p) =>
    hanger(p) +
    path(
      'M72 40L54 50Q62 90 48 116L50 206L100 218L150 206L152 116Q138 90 146 50L128 40L100 98Z',
      p.main,
    ) +
    path('M72 40L54 50Q58 74 56 92L100 112ZM128 40L146 50Q142 74 144 92L100 112Z', p.light) +
    line(100, 106, 100, 214, 3, p.deep) +
    times(4, (i) => circle(94, 124 + i * 22, 3.4, p.brassLight)) +
    rect(58, 158, 28, 7, 2, p.dark) +
    rect(114, 158, 28, 7, 2, p.dark),
  dupatta: (p) =>
    rect(20, 16, 160, 8, 4, p.brass) +
    path('M50 20Q44 120 34 220H92Q96 120 100 20Z', p.main) +
    path('M100 20Q110 120 108 236H162Q152 110 140 20Z', p.dark) +
    times(4, (i) => line(58 + i * 10, 30, 46 + i * 13, 196, 3, p.light)) +
    path('M36 196H93V214H34ZM108 212H160L161 230H108Z', p.brass) +
    times(
      6,
      (i) =>
        line(40 + i * 10, 222, 39 + i * 10, 240, 3, p.brassLight) +
        line(114 + i * 9, 238, 114 + i * 9, 254, 3, p.brassLight),
    ),
  jacket: (p) =>
    hanger(p) +
    path(
      'M74 38L30 60L16 168L46 172L54 120V190H146V120L154 172L184 168L170 60L126 38Q100 56 74 38Z',
      p.main,
    ) +
    rect(54, 182, 92, 16, 6, p.dark) +
    rect(15, 158, 32, 14, 5, p.dark) +
    rect(153, 158, 32, 14, 5, p.dark) +
    path('M74 38L66 66L100 60L134 66L126 38Q100 56 74 38Z', p.deep) +
    line(100, 58, 100, 186, 4, p.steelLight) +
    stroke('M66 100H88M112 100H134', 4, p.deep) +
    rect(62, 132, 26, 30, 3, p.light) +
    rect(112, 132, 26, 30, 3, p.light),
};
