import { Link } from '@tanstack/react-router';
import { openRecord, readCrmSearch } from '#domain/crm/crm-search.ts';

/** Link that opens an enquiry in the drawer; in the list of enquiries the list stays as it is. */
export function EnquiryLink({ number }: { number: string }) {
  return (
    <Link
      to="/ops/crm"
      search={(now) => {
        const shown = readCrmSearch({ ...now });
        return shown.tab === 'enquiries'
          ? openRecord(shown, number)
          : { tab: 'enquiries', open: number };
      }}
      resetScroll={false}
      preload={false}
      className="text-teal underline underline-offset-2 hover:text-teal-deep max-sm:-my-3 max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
    >
      {number}
    </Link>
  );
}
