import { PROMISED_HOURS } from '#config/policy';
import { builtIn } from './built-in-picture.ts';

/** Default texts of the page /about. */
export const ABOUT_TEXTS = {
  above: 'About {short_name}',
  title: 'It began with one sofa we kept having to give back.',
  picture: builtIn('about-1200', 'A teal sofa with a lamp, a plant and framed prints.'),
  story_title: 'Our story',
  story: [
    'We were a small crew shooting for brands in {city}. Every second job asked for the same teal three-seater, and every second job we hired it from a dealer who wanted it back by six. One evening we bought it from him. Then the lamp beside it. Then a wall of brass, forty chairs, and a rail of sherwanis.',
    'Soon other crews were calling to ask whether the sofa was free on Thursday. So the store room became a store, the store got a shooting floor, and the floor got sets that stand all year. Today it is a studio with more than 2,000 props behind it, and the people who carry them to your mark are the people who chose them.',
  ].join('\n'),
  why_title: 'Why the studio exists',
  why: [
    'Because good pictures die of small things. A prop that is brass in the photo and plastic in the hand. A supplier who answers on Thursday for a shoot on Wednesday. Four vans, three invoices, and nobody who can say what the day will cost.',
    'We put it all under one roof, wrote the price per day on every single thing, and made one enquiry enough for the whole list: the set, the props, the clothes, the light, and the hands to work them.',
  ].join('\n'),
  team_title: 'The team',
  team: [
    {
      picture: builtIn('team-store-720'),
      title: 'Sets and props',
      text: 'They build the rooms, know every shelf by heart, and will find the lamp you can only describe.',
    },
    {
      picture: builtIn('team-wardrobe-720'),
      title: 'Wardrobe',
      text: 'They steam, mend and fit, and keep two sizes aside because casting changes.',
    },
    {
      picture: builtIn('team-light-720'),
      title: 'Camera and light',
      text: 'They test each case before it leaves and again when it is back, so that your day starts on time.',
    },
    {
      picture: builtIn('team-desk-720'),
      title: 'The desk',
      text: `They read your enquiry, hold your dates, and are the voice that answers within ${PROMISED_HOURS} hours.`,
    },
  ],
  vision_title: 'Our vision',
  vision:
    'That any brand, however small, can make pictures as considered as the largest ones: not by spending more, but by starting from a full shelf.',
  portfolio_title: 'From the shooting floor',
  portfolio: [
    { picture: builtIn('portfolio-1-960', 'A crown on white plinths before a maroon curtain.') },
    {
      picture: builtIn(
        'portfolio-2-960',
        'A gold gown under a marigold toran, with an urli and a lamp.',
      ),
    },
    {
      picture: builtIn(
        'portfolio-3-960',
        'A guitar on a stool beside a speaker, under a copper lamp.',
      ),
    },
    { picture: builtIn('portfolio-4-960', 'A green armchair, an arched mirror and a plant.') },
  ],
  description:
    'A photo and video studio in {city} with 2000+ props behind it: our story, our team, and why the studio exists.',
};
