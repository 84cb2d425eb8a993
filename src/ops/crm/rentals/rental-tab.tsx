import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPage, ListPart } from '#data/list.ts';
import { closeRecord } from '#domain/crm/crm-search.ts';
import type { TimelineEvent } from '#domain/crm/customer.ts';
import type { Rental } from '#domain/crm/rental.ts';
import type { Column } from '#ui/data-table.tsx';
import { CrmList, type CrmListTexts } from '../shared/crm-list.tsx';
import type { CrmTabProps } from '../shared/crm-tab.ts';
import type { CsvColumn } from '../../shell/csv-export.tsx';
import { RentalCard } from './rental-card.tsx';
import { rentalColumns } from './rental-columns.tsx';
import { rentalCsv } from './rental-csv.ts';
import { RentalDrawer } from './rental-drawer.tsx';

/** The words of a tab, to the letter of the spec where it has them (back office §2, §8). */
export interface RentalTabTexts extends CrmListTexts {
  /** 'enquiry' */
  noun: string;
  /** What the day is called on which it came: 'Received'. */
  came: string;
  /** 'error loading enquiry items' */
  recordFailure: string;
}

/** Props of {@link RentalTab}: what enquiries and orders have each for themselves. */
export interface RentalTabProps<Row extends Rental, Record extends Row> extends CrmTabProps {
  texts: RentalTabTexts;
  /** The CSV file's name: 'enquiries'. */
  file: string;
  numberOf: (rental: Row) => string;
  list: UseQueryResult<ListPage<Row>>;
  /** Number of the open record, also while its drawer leaves. */
  number: string;
  /** The open record; null when there is none. */
  record: UseQueryResult<(Record & { timeline: TimelineEvent[] }) | null>;
  /** Reads a part of the list for the file. */
  readPart: (part: ListPart, signal: AbortSignal) => Promise<ListPage<Row>>;
  statusColumns: readonly Column<Row>[];
  statusCells: readonly CsvColumn<Row>[];
  renderBadges: (rental: Row) => ReactNode;
  filters: ReactNode;
  /** In the drawer: a link to what the record was made of. */
  origin?: ReactNode;
  /** In the drawer: what may be done with it. */
  renderActions: (rental: Row) => ReactNode;
}

/** A tab of the CRM that lists enquiries or orders; one of them may be open in the drawer. */
export function RentalTab<Row extends Rental, Record extends Row>(
  props: RentalTabProps<Row, Record>,
) {
  const { texts, search, onSearch, numberOf, list, number } = props;
  const { came } = texts;
  const isOpen = search.open !== undefined;
  const listed = list.data?.items.find((rental) => numberOf(rental) === number);
  return (
    <>
      <CrmList
        texts={texts}
        list={list}
        search={search}
        onSearch={onSearch}
        columns={rentalColumns({ numberOf, came, statuses: props.statusColumns })}
        rowKey={(rental) => rental.id}
        openKey={isOpen ? listed?.id : undefined}
        renderCard={(rental) => (
          <RentalCard
            rental={rental}
            number={numberOf(rental)}
            badges={props.renderBadges(rental)}
          />
        )}
        filters={props.filters}
        onOpen={(rental) => onSearch((now) => ({ ...now, open: numberOf(rental) }))}
        csv={{
          name: props.file,
          columns: rentalCsv({ numberOf, came, statuses: props.statusCells }),
          readPart: props.readPart,
        }}
      />
      <RentalDrawer
        texts={{ noun: texts.noun, came, failure: texts.recordFailure }}
        number={number}
        open={isOpen}
        read={props.record}
        listed={listed}
        onClose={() => isOpen && onSearch(closeRecord, { replace: true })}
        origin={props.origin}
        renderActions={props.renderActions}
      />
    </>
  );
}
