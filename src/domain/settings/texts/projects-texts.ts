import { builtIn } from './built-in-picture.ts';

/** Default texts of the page /projects. */
export const PROJECTS_TEXTS = {
  title: 'Projects',
  text: 'Six shoots that came out of these rooms. What you see in them is on our shelves, and can be on your set.',
  projects: [
    {
      picture: builtIn('project-1-1200'),
      title: 'Monsoon Gold',
      text: 'Jewellery catalogue, 64 pieces',
      link: 'monsoon-gold',
    },
    {
      picture: builtIn('project-2-1200'),
      title: 'Chai, Slowly',
      text: 'Film and stills for a tea house',
      link: 'chai-slowly',
    },
    {
      picture: builtIn('project-3-1200'),
      title: 'The Diwali Table',
      text: 'Festive campaign, brassware',
      link: 'the-diwali-table',
    },
    {
      picture: builtIn('project-4-1200'),
      title: 'The Quiet Room',
      text: 'Look-book for a furniture maker',
      link: 'the-quiet-room',
    },
    {
      picture: builtIn('project-5-1200'),
      title: 'Side B',
      text: 'Product film for a turntable',
      link: 'side-b',
    },
    {
      picture: builtIn('project-6-1200'),
      title: 'Small Wonders',
      text: 'Season shoot, children’s wear',
      link: 'small-wonders',
    },
  ],
  description:
    'Campaigns, catalogues and films made in our studio with sets, props and clothes from our own shelves.',
};
