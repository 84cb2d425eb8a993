import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { plainEmail } from '#domain/email.ts';
import { editMobile } from '#domain/enquiry/mobile.ts';
import { EmailField } from '#ui/email-field.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { RewrittenField } from '#ui/rewritten-field.tsx';

type VisitorField = 'first_name' | 'last_name' | 'mobile' | 'email' | 'message';

export interface VisitorFieldsProps {
  /** A field's registration and error. */
  field: (
    name: VisitorField,
  ) => UseFormRegisterReturn & { defaultValue: string; error: string | undefined };
  /** Fields before the name. */
  children?: ReactNode;
}

/** The fields that the enquiry and the contact form share, in a grid of two columns. */
export function VisitorFields({ field, children }: VisitorFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2.5 sm:gap-x-4 cramped:flex cramped:flex-col">
      {children}
      <TextField
        label="First name"
        autoComplete="given-name"
        autoCapitalize="words"
        {...field('first_name')}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        autoCapitalize="words"
        {...field('last_name')}
      />
      <RewrittenField
        label="Mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        rewrite={editMobile}
        hint="10 digits; we add +91"
        className="col-span-2 mb-2"
        {...field('mobile')}
      />
      <EmailField label="Email" plain={plainEmail} className="col-span-2" {...field('email')} />
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
