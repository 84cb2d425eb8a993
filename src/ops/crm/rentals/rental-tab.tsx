import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPart } from '#data/core/list.ts';
import type { ListPage } from '#data/core/list-answers.ts';
import { closeRecord, openRecord } from '#domain/crm/crm-search.ts';
import type { TimelineEvent } from '#domain/crm/customer.ts';
import type { Rental } from '#domain/crm/rental.ts';
import type { Column } from '#ui/data-table.tsx';
import { useMedia } from '#ui/use-media.ts';
import { assigneesQuery } from '#data/staff/staff.ts';
import { CrmList, type CrmListTexts } from '../shared/crm-list.tsx';
import type { CrmTabProps } from '../shared/crm-tab.ts';
import type { CsvColumn } from '../../kit/export/csv-file.ts';
import { RentalCard } from './rental-card.tsx';
import { rentalColumns } from './rental-columns.tsx';
import { rentalCsv } from './rental-csv.ts';
import { RentalDrawer } from './rental-drawer.tsx';
import type { RentalDetailTab } from './rental-tabs.tsx';
import { staffName } from '../../kit/staff-roles.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

/** Texts of a tab. */
export interface RentalTabTexts extends CrmListTexts {
  /** 'enquiry' */
  noun: string;
  /** Label of the creation date: 'Received', 'Ordered'. */
  dateLabel: string;
  /** 'error loading enquiry items' */
  recordFailure: string;
}

/** The differences between enquiries and orders. */
export interface RentalTabProps<Row extends Rental, Record extends Row> extends CrmTabProps {
  texts: RentalTabTexts;
  /** The CSV file's name: 'enquiries'. */
  file: string;
  numberOf: (rental: Row) => string;
  list: UseQueryResult<ListPage<Row>>;
  /** Number of the open record; kept while the drawer closes. */
  number: string;
  /** The open record; null when there is none. */
  record: UseQueryResult<(Record & { timeline: TimelineEvent[] }) | null>;
  /** Reads a page of the list for the CSV export. */
  readPart: (part: ListPart, signal: AbortSignal) => Promise<ListPage<Row>>;
  statusColumns: readonly Column<Row>[];
  statusCells: readonly CsvColumn<Row>[];
  renderBadges: (rental: Row) => ReactNode;
  filters: ReactNode;
  /** In the drawer of an order: the money received, in words. */
  receivedOf?: (rental: Row) => string;
  /** In the drawer: link to the record it was converted from. */
  origin?: ReactNode;
  /** In the drawer: the next step. */
  tools?: ReactNode;
  /** In the drawer: its owner and notes. */
  people?: ReactNode;
  /** In the drawer: the lines with their controls. */
  lines?: ReactNode;
  /** Lines with controls take the width of a column. */
  isWide?: boolean | undefined;
  /** In the drawer: tabs beside the items. */
  tabsOf: (rental: Row) => readonly RentalDetailTab[];
  /** In the drawer: actions. */
  renderActions: (rental: Row) => ReactNode;
}

/** A CRM tab that lists enquiries or orders, one of which may be open in the drawer. */
export function RentalTab<Row extends Rental, Record extends Row>(
  props: RentalTabProps<Row, Record>,
) {
  const { texts, search, onSearch, numberOf, list, number } = props;
  const { dateLabel } = texts;
  const ownerOf = useOwnerName();
  const hasRoom = useMedia('(min-width: 90rem)');
  const isOpen = search.open !== undefined;
  const listed = list.data?.items.find((rental) => numberOf(rental) === number);
  return (
    <>
      <CrmList
        texts={texts}
        list={list}
        search={search}
        onSearch={onSearch}
        columns={rentalColumns({
          numberOf,
          dateLabel,
          statuses: props.statusColumns,
          ownerOf: hasRoom ? ownerOf : undefined,
        })}
        rowKey={(rental) => rental.id}
        openKey={isOpen ? listed?.id : undefined}
        renderCard={(rental) => (
          <RentalCard
            rental={rental}
            number={numberOf(rental)}
            owner={ownerOf(rental)}
            badges={props.renderBadges(rental)}
          />
        )}
        filters={props.filters}
        onOpen={(rental) => onSearch((now) => openRecord(now, numberOf(rental)))}
        csv={{
          name: props.file,
          columns: rentalCsv({ numberOf, dateLabel, statuses: props.statusCells }),
          readPart: props.readPart,
        }}
      />
      <RentalDrawer
        texts={{ noun: texts.noun, dateLabel, failure: texts.recordFailure }}
        number={number}
        open={isOpen}
        read={props.record}
        listed={listed}
        onClose={() => isOpen && onSearch(closeRecord, { replace: true })}
        receivedOf={props.receivedOf}
        origin={props.origin}
        tools={props.tools}
        people={props.people}
        lines={props.lines}
        isWide={props.isWide}
        tabsOf={props.tabsOf}
        renderActions={props.renderActions}
      />
    </>
  );
}

/** The name of the owner of an enquiry or order; null for nobody, and until the names are loaded. */
function useOwnerName(): (rental: Rental) => string | null {
  const staff = useQuery(assigneesQuery(useStaffApi()));
  return ({ assigned_to: id }) => {
    const owner = staff.data?.find((one) => one.id === id);
    return owner ? staffName(owner) : null;
  };
}
