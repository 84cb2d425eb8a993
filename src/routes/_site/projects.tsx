import { createFileRoute } from '@tanstack/react-router';
import { PROJECTS_TEXTS } from '#domain/settings/texts/projects-texts.ts';
import { ProjectsPage } from '#storefront/pages/projects-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';
import { loadPage } from '#storefront/texts/load-texts.ts';

export const Route = createFileRoute('/_site/projects')({
  // why: with the loader, the texts would be in the first load of every page.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context }) => loadPage(context, ['projects'], PROJECTS_TEXTS.description),
  head: ({ match, loaderData }) =>
    pageHead(match.context, { title: 'Projects', description: loaderData, path: '/projects' }),
  component: ProjectsPage,
});
