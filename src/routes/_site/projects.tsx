import { createFileRoute } from '@tanstack/react-router';
import { ProjectsPage } from '#storefront/pages/projects-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';

export const Route = createFileRoute('/_site/projects')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Projects',
      description:
        'Campaigns, catalogues and films made in our studio with sets, props and clothes from our own shelves.',
      path: '/projects',
    }),
  component: ProjectsPage,
});
