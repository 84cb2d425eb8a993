import { PROMISED_HOURS } from '#config/policy';
import type { CatalogueListItem } from '#data/catalogue/catalogue-answers.ts';
import { MAX_QUANTITY } from '#domain/cart/cart-line.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { studioToday } from '#domain/days.ts';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import type { DocumentSite } from '../document-frame.tsx';
import { EnquiryItems } from '../enquiry/enquiry-items.tsx';
import { PageNotice } from '../state-notice.tsx';
import type { PlainEnquiry, PlainValues } from './posted-enquiry.ts';

interface PlainEnquiryPageProps extends Pick<DocumentSite, 'site' | 'backendOrigin'> {
  /** The item as it is offered now. */
  item: CatalogueListItem;
  enquiry: PlainEnquiry;
  /** Address that the form is posted to. */
  address: string;
}

/** The enquiry form for one item, posted without a script (docs/product/storefront.md#without-javascript). */
export function PlainEnquiryPage(props: PlainEnquiryPageProps) {
  const { site, backendOrigin, item, enquiry, address } = props;
  const { values, errors, alert } = enquiry;
  const wrong = (Object.keys(values) as (keyof PlainValues)[]).find((name) => errors[name]);
  const field = (name: keyof PlainValues) => ({
    id: name,
    name,
    defaultValue: values[name],
    error: errors[name],
    autoFocus: name === wrong,
  });
  const path = itemPath(item.type, item);
  return (
    <div className="max-w-2xl pb-20">
      <header className="pt-10 pb-6 sm:pt-14">
        {path && (
          <a href={path} className="inline-flex min-h-11 items-center text-sm text-teal underline">
            Back to the item
          </a>
        )}
        <h1 className="mt-1 font-display text-3xl text-balance">Place Enquiry</h1>
        <p className="mt-3 text-lg text-pretty text-ink-quiet">
          We answer within {PROMISED_HOURS} hours with availability and the final price. No payment
          is taken now.
        </p>
      </header>
      {alert && (
        <PageNotice tone="problem" role="alert">
          {alert}
        </PageNotice>
      )}
      {wrong && (
        <PageNotice tone="problem" role="alert">
          Your enquiry has not been sent yet. Please look at what is marked, then send it again.
        </PageNotice>
      )}
      <EnquiryItems
        items={[
          { name: item.name, image: item.image, quantity: 1, price: item.price, per_day: true },
        ]}
        backendOrigin={backendOrigin}
      />
      <form method="post" action={address} noValidate aria-label="Place Enquiry" className="mt-6">
        <input type="hidden" name="key" value={enquiry.key} />
        <input type="hidden" name="type" value={item.type} />
        <input type="hidden" name="item" value={item.id} />
        <input type="hidden" name="price" value={item.price} />
        <div className="grid grid-cols-2 gap-x-4 gap-y-2.5 cramped:grid-cols-1">
          <TextField
            label="Quantity"
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_QUANTITY}
            className="col-span-full"
            {...field('quantity')}
          />
          <TextField
            label="Rental start date"
            type="date"
            min={studioToday()}
            {...field('rental_from')}
          />
          <TextField
            label="Rental end date"
            type="date"
            min={studioToday()}
            {...field('rental_to')}
          />
          <TextField label="First name" autoComplete="given-name" {...field('first_name')} />
          <TextField label="Last name" autoComplete="family-name" {...field('last_name')} />
          <TextField
            label="Mobile"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            hint="10 digits; we add +91"
            className="col-span-full"
            {...field('mobile')}
          />
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            className="col-span-full"
            {...field('email')}
          />
          <TextArea
            optional
            label="Message"
            autoComplete="off"
            className="col-span-full"
            {...field('message')}
          />
        </div>
        <div className="mt-3">
          <Button type="submit" wide>
            Submit Enquiry
          </Button>
        </div>
        <p className="mt-3 text-xs text-pretty text-ink-quiet">
          {site.studio.name} uses these details only to answer this enquiry: to check availability,
          send you a price and reach you about the rental.
        </p>
      </form>
    </div>
  );
}
