import { COLOURS, ground } from './colour.mjs';
import { definitions, hash, place, plinth, stage, subject } from './scene.mjs';
import { page } from './compose.mjs';
import { DISPLAY } from './display-font.mjs';

/** `craft: drawing, colour, names` of the demo crew; all the people are made up. */
const CREW = {
  photographer: [
    'mirrorless',
    'teal',
    'Aarav Menon,Ishita Rao,Kabir Shetty,Naina Thomas,Rohan D’Souza',
  ],
  cinematographer: ['cine-camera', 'navy', 'Dev Malhotra,Sara Koshy,Vikram Hegde,Zoya Khan'],
  makeup: ['lipstick', 'pink', 'Anjali Nair,Farah Sheikh,Mehul Jain,Tara Fernandes'],
  hair: ['hair-pick', 'purple', 'Diya Kapoor,Leela Gowda,Sameer Pinto'],
  stylist: ['handbag', 'rust', 'Aditi Bhat,Karan Oberoi,Myra Joseph,Ritika Sen'],
  designer: ['palette', 'olive', 'Gautam Iyer,Nandini Das,Pooja Reddy'],
  gaffer: ['led-panel', 'mustard', 'Imran Pasha,Manjunath R,Suresh Babu'],
  assistant: ['clapper-board', 'sage', 'Akash Kumar,Bhavya Shenoy,Joel Mathew,Sneha Patil'],
  producer: ['clipboard', 'sky', 'Meera Krishnan,Nikhil Arora,Rhea Chandran'],
  food: ['shallow-pan-of-food', 'orange', 'Kavya Murthy,Omar Siddiqui'],
  sound: ['boom-mic', 'grey', 'Arjun Varghese,Lavanya Prasad'],
  drone: ['drone', 'blue', 'Harish Naik,Yash Agarwal'],
  editor: ['desktop-computer', 'lavender', 'Tanvi Deshpande'],
};

const slug = (name) =>
  name
    .toLowerCase()
    .replace('’', '')
    .replaceAll(/[^a-z]+/g, '-');
const drawing = (name) => ({ palette: 'artist-palette' })[name] ?? name;

const initialsOf = (name) =>
  name
    .split(' ')
    .map((part) => part[0])
    .join('');

async function card(name, art, colour) {
  const g = ground(COLOURS[colour]);
  const initials = initialsOf(name);
  const tool = await subject(drawing(art), colour, true);
  const seed = hash(name);
  return page(
    960,
    720,
    definitions(g) +
      stage(g, 960, 720, 1 + (seed % 3), 0.78, 390) +
      `<text x="390" y="455" font-family="${DISPLAY}" font-size="270" letter-spacing="-4" text-anchor="middle" fill="${g.shadow}" opacity=".86">${initials}</text>` +
      place(tool, {
        x: 742,
        y: 646,
        height: 230,
        width: 260,
        tone: g.shadow,
        flip: seed % 2 === 0,
      }),
  );
}

/** The tool of the craft by itself, the initials small beside it. */
async function tools(name, art, colour) {
  const g = ground(COLOURS[colour]);
  const tool = await subject(drawing(art), colour, true);
  const seed = hash(`${name}/tools`);
  return page(
    960,
    720,
    definitions(g) +
      stage(g, 960, 720, 1 + (seed % 5), 0.72, 540) +
      plinth(g, 540, 554, 460, 760) +
      place(tool, {
        x: 540,
        y: 560,
        height: 400,
        width: 520,
        tone: g.shadow,
        flip: seed % 2 === 1,
      }) +
      `<text x="130" y="160" font-family="${DISPLAY}" font-size="84" text-anchor="middle" fill="${g.shadow}" opacity=".86">${initialsOf(name)}</text>`,
  );
}

/** Two pictures for each of the crew: initials and the tool of the craft on a tint, and the tool alone. */
export function crewPictures() {
  return Object.values(CREW).flatMap(([art, colour, names]) =>
    names.split(',').flatMap((name) => [
      { name: `crew/${slug(name)}-1.webp`, svg: () => card(name, art, colour), quality: 80 },
      { name: `crew/${slug(name)}-2.webp`, svg: () => tools(name, art, colour), quality: 80 },
    ]),
  );
}
