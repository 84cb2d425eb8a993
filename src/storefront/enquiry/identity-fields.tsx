import type { ComponentProps } from 'react';
import { TextField } from '#ui/field.tsx';
import { MobileField } from './mobile-field.tsx';

type IdentityField = 'first_name' | 'last_name' | 'mobile' | 'email';

/** Props of {@link IdentityFields}. */
export interface IdentityFieldsProps {
  /** A field's registration and error. */
  field: (name: IdentityField) => Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** Who asks: the four fields that the enquiry and the contact form share, in a grid of two columns. */
export function IdentityFields({ field }: IdentityFieldsProps) {
  return (
    <>
      <TextField label="First name" autoComplete="given-name" {...field('first_name')} />
      <TextField label="Last name" autoComplete="family-name" {...field('last_name')} />
      <MobileField
        label="Mobile"
        hint="10 digits; we add +91"
        className="col-span-2"
        {...field('mobile')}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        className="col-span-2"
        {...field('email')}
      />
    </>
  );
}
