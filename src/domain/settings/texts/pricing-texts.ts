import { PROMISED_HOURS } from '#config/policy';

/** Default texts of the page /pricing. */
export const PRICING_TEXTS = {
  above: 'Pricing',
  title: 'Coming Soon',
  text: 'Our pricing plans for the studio floor are being written up. Everything in the catalogue already carries its price per day.',
  plans_title: 'What the plans will cover',
  plans: [
    {
      title: 'Hourly rental rates',
      price: '',
      text: 'For a product on a table, a portrait, a quick reshoot.',
    },
    {
      title: 'Daily rental rates',
      price: '',
      text: 'The shooting floor for you alone, from first light to pack-up.',
    },
    {
      title: 'Weekly rental rates',
      price: '',
      text: 'For a season, a series, or a set that has to stand a while.',
    },
    {
      title: 'Package deals',
      price: '',
      text: 'Floor, set, light and crew together, at one price for the day.',
    },
    {
      title: 'Special rates for students and non-profits',
      price: '',
      text: 'Bring the brief and a letter. Good work should not fail on the hall.',
    },
  ],
  ask_title: 'Need a price today? Contact the studio directly.',
  ask_text: `Tell us the date, the hours and how many of you there are. We answer within ${PROMISED_HOURS} hours.`,
  catalogues_title: 'Priced per day already',
  description:
    'Hourly, daily and weekly studio rates, package deals, and special rates for students and non-profits. Ask us for a price today.',
};

/** Default texts of the questions and answers on /pricing, which are hidden while there are none. */
export const FAQ_TEXTS = {
  title: 'Questions and answers',
  questions: [] as { question: string; answer: string }[],
};
