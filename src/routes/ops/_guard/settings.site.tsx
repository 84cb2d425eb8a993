import { createFileRoute } from '@tanstack/react-router';
import { SiteEditorPage } from '#ops/settings/site/site-editor-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

interface SiteEditorSearch {
  /** Name of the edited page: `about`. */
  page?: string;
}

export const Route = createFileRoute('/ops/_guard/settings/site')({
  pendingMs: 0,
  // why unchecked: the page looks the name up, and shows the first page for an unknown one.
  validateSearch: (unparsed: SiteEditorSearch): SiteEditorSearch => unparsed,
  head: opsHead('Texts and pictures'),
  component: SiteEditorRoute,
});

function SiteEditorRoute() {
  const { page } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SiteEditorPage
      name={page}
      onSelectPage={(name) => void navigate({ search: { page: name } })}
    />
  );
}
