import { COLOURS, ground } from './colour.mjs';
import { definitions, hash, place, stage, subject } from './scene.mjs';
import { page } from './compose.mjs';

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

async function card(name, art, colour) {
  const g = ground(COLOURS[colour]);
  const initials = name
    .split(' ')
    .map((part) => part[0])
    .join('');
  const tool = await subject(drawing(art), colour, true);
  const seed = hash(name);
  return page(
    960,
    720,
    definitions(g) +
      stage(g, 960, 720, 1 + (seed % 3), 0.78, 390) +
      `<text x="390" y="455" font-family="Liberation Serif, DejaVu Serif, serif" font-size="280" letter-spacing="-2" text-anchor="middle" fill="${g.shadow}" opacity=".86">${initials}</text>` +
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

/** One picture for each of the crew: initials and the tool of the craft on a tint. */
export function crewPictures() {
  return Object.values(CREW).flatMap(([art, colour, names]) =>
    names.split(',').map((name) => ({
      name: `crew/${slug(name)}-1.webp`,
      svg: () => card(name, art, colour),
      quality: 80,
    })),
  );
}
