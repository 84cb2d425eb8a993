import { useId } from 'react';
import { addressProof, type AddressChoice } from '#domain/crm/address-choice.ts';

export interface AddressFieldsProps {
  addresses: AddressChoice;
  /** The address that is selected; null while none is. */
  value: string | null;
  onChange: (address: string) => void;
}

/** Asks which of two addresses is the customer's, and says which one is proven. None is selected at first. */
export function AddressFields({ addresses, value, onChange }: AddressFieldsProps) {
  const name = useId();
  const { record, typed } = addresses;
  const options = [
    { ...typed, origin: 'Typed with this enquiry' },
    { ...record, origin: 'On the customer’s record' },
  ];
  return (
    <fieldset className="mt-3 text-sm text-ink">
      <legend className="font-medium">To which address?</legend>
      <p className="mt-1 text-pretty text-ink-quiet">
        The enquiry has another address than the customer’s record, and anybody can type anybody’s
        mobile number. An opened link proves that somebody reads a mailbox, not who. If you are not
        sure, call the customer first.
      </p>
      <div className="mt-2 space-y-2">
        {options.map(({ email, opened, origin }) => (
          <label
            key={email}
            className="flex min-h-11 cursor-pointer items-start gap-2.5 rounded-sm border border-rule px-3 py-2 hover:border-ink-quiet has-checked:border-teal has-checked:bg-teal-pale"
          >
            <input
              type="radio"
              name={name}
              checked={value === email}
              onChange={() => onChange(email)}
              className="mt-0.5 size-4 shrink-0 accent-teal"
            />
            <span className="min-w-0 font-medium break-all">
              {email}
              <span className="block text-xs font-normal text-pretty break-normal text-ink-quiet">
                {origin}. {addressProof({ email, opened })}.
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
