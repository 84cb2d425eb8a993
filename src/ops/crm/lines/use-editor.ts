import { itemName } from '#domain/crm/crm-text.ts';
import type { EditableLine } from '#domain/crm/rental-line.ts';
import { useDraft } from '../../kit/drafts.ts';
import { checkedTogether, useCheckedForm } from '../../kit/forms/use-checked-form.ts';

/** The forms that open under a line or under the table. */
export type EditorForm = 'price' | 'dates' | 'swap' | 'text' | 'new_text' | 'discount';

type Values = Readonly<Record<string, string>>;

/** The open form, and what is typed in it. */
export interface OpenEditor {
  form: EditorForm;
  /** Id of its line; null for a form of the whole. */
  line: string | null;
  /** Name of its line; '' for a form of the whole. */
  name: string;
  values: Values;
  /** The values of its fields when it was opened. */
  opened: Values;
}

/** The open form of an enquiry or order, one at a time. */
export interface Editor {
  /** Null while no form is open. */
  current: OpenEditor | null;
  isOpen: (form: EditorForm, line?: string) => boolean;
  open: (form: EditorForm, values: Values, line?: EditableLine) => void;
  /** The text in a field of the open form. */
  value: (name: string) => string;
  setValue: (name: string, value: string) => void;
  setValues: (values: Values) => void;
  /** The text that a field showed when the form was opened. */
  opened: (name: string) => string;
  /** Closes the form and focuses the button that opened it. */
  close: () => void;
  /** Closes a form of a line that is removed. */
  forget: (line: string) => void;
}

/** Id of the button that opens a form. */
export const openerId = (form: EditorForm, line: string | null = null) =>
  `edit-${form}-${line ?? 'order'}`;

/**
 * Which form of an enquiry or order is open. A draft: it is open again, with what was typed, after a reload and after a
 * new sign-in.
 */
export function useEditor(rentalId: string): Editor {
  const [editor, setEditor] = useDraft<OpenEditor>(`order-form:${rentalId}`);
  const setValues: Editor['setValues'] = (values) =>
    editor && setEditor({ ...editor, values: { ...editor.values, ...values } });
  return {
    current: editor,
    isOpen: (form, line) => editor?.form === form && editor.line === (line ?? null),
    open: (form, values, line) =>
      setEditor({
        form,
        values,
        opened: values,
        line: line?.id ?? null,
        name: line ? itemName(line) : '',
      }),
    value: (name) => editor?.values[name] ?? '',
    setValue: (name, value) => setValues({ [name]: value }),
    setValues,
    opened: (name) => editor?.opened[name] ?? '',
    forget: (line) => editor?.line === line && setEditor(null),
    close: () => {
      setEditor(null);
      if (editor) document.getElementById(openerId(editor.form, editor.line))?.focus();
    },
  };
}

/**
 * The fields of the open form; what is typed is its draft.
 * @param problemsOf the wrong fields with their messages; '' for none
 */
export const useEditorForm = (editor: Editor, problemsOf: (typed: Values) => Values) =>
  useCheckedForm(checkedTogether(problemsOf), {
    defaultValues: { ...editor.current?.values },
    shouldFocusError: false,
    onTyped: editor.setValues,
  });
