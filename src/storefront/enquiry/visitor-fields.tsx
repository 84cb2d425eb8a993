import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextArea, TextField } from '#ui/field.tsx';
import { MobileField } from './mobile-field.tsx';

type VisitorField = 'first_name' | 'last_name' | 'mobile' | 'email' | 'message';

/** Props of {@link VisitorFields}. */
export interface VisitorFieldsProps {
  /** A field's registration and error. */
  field: (
    name: VisitorField,
  ) => UseFormRegisterReturn & { defaultValue: string; error: string | undefined };
  /** Fields between the email and the message. */
  children?: ReactNode;
}

/** The fields that the enquiry and the contact form share, in a grid of two columns. */
export function VisitorFields({ field, children }: VisitorFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2.5 sm:gap-x-4 cramped:flex cramped:flex-col">
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
      {children}
      <TextArea
        optional
        label="Message"
        className="col-span-2"
        autoComplete="off"
        {...field('message')}
      />
    </div>
  );
}
