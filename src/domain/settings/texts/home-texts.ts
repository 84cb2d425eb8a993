import { PROMISED_HOURS } from '#config/policy';
import { builtIn } from './built-in-picture.ts';

/** Default texts of the home page. */
export const HOME_TEXTS = {
  above: 'Photo and video studio in {city}',
  title: 'Everything in the frame, by the day.',
  text: 'Sets that stand ready, 2000+ curated props, backdrops, gear and the crew to work them. See what is free on your days, and ask for all of it in one enquiry.',
  picture: builtIn(
    'opening-2000',
    'A living-room set: teal sofa, arc lamp, gramophone, plants and a softbox beside them.',
  ),
  sets_title: 'Walk in, and it is already lit',
  tiles_title: 'What does your picture need?',
  tiles: [
    {
      catalogue: 'props',
      picture: builtIn('props-960'),
      title: 'Props',
      text: 'Furniture, lamps, brass, books and the odd scooter.',
    },
    {
      catalogue: 'sets and packages',
      picture: builtIn('sets-960'),
      title: 'Sets and packages',
      text: 'Rooms that stand all year, and days with everything in.',
    },
    {
      catalogue: 'clothes',
      picture: builtIn('clothes-960'),
      title: 'Clothes',
      text: 'From lehengas to lab coats.',
    },
    {
      catalogue: 'backdrops',
      picture: builtIn('backdrops-960'),
      title: 'Backdrops',
      text: 'Paper, muslin, brick, velvet.',
    },
    {
      catalogue: 'gear',
      picture: builtIn('gear-960'),
      title: 'Gear',
      text: 'Light, camera, grip, sound.',
    },
    {
      catalogue: 'crew',
      picture: builtIn('crew-960'),
      title: 'Crew',
      text: 'Hands that know the work.',
    },
    {
      catalogue: 'free items',
      picture: builtIn('free-960'),
      title: 'Free items',
      text: 'Yours with any booking.',
    },
  ],
  store_title: '2000+ curated props, each chosen for how it looks on camera',
  store_text:
    'Real brass, real wood, real wear. Sorted by what it is and by its colour, so that a whole palette is found in ten minutes.',
  store_picture: builtIn('store-2000'),
  reasons_above: 'Why us',
  reasons_title: 'Made for the people who make the picture',
  reasons: [
    {
      title: 'All of it under one roof',
      text: 'Floor, set, props, clothes, light and crew. One call sheet, one van less, one bill.',
    },
    {
      title: 'The price is on the card',
      text: 'Everything is priced in rupees per day. What you see is what your enquiry says.',
    },
    {
      title: 'Nothing to pay to ask',
      text: 'No account, no payment. You see what is free on your dates; we confirm it with the final price.',
    },
    {
      title: `An answer within ${PROMISED_HOURS} hours`,
      text: 'By phone or e-mail, from the people who look after the things you asked for.',
    },
  ],
  steps_title: 'From here to your set in three steps',
  steps: [
    {
      title: 'Collect',
      text: 'Add what you like to My Order. Change quantities whenever you want; it stays in your browser.',
    },
    {
      title: 'Send your dates',
      text: 'Tell us from when to when, and how to reach you. One form, no payment.',
    },
    {
      title: 'Hear from us',
      text: `Within ${PROMISED_HOURS} hours we confirm your days and the final price.`,
    },
  ],
  work_title: 'Brands that came for a lamp and stayed for the campaign',
  description:
    'A photo and video studio in {city}: sets, 2000+ curated props, clothes, backdrops, gear and crew, rented by the day.',
};

/** Default texts beside the contact form, on the home page and on /contact. */
export const CONTACT_TEXTS = {
  title: 'Get in touch',
  text: 'Ask about a date, a brief or a thing you cannot find. Or write to {email}.',
};

/** Texts and pictures of the home page. */
export type HomeTexts = typeof HOME_TEXTS;
