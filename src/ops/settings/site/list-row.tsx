import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { settingProblemAt, type ListRule, type Rule } from '#domain/settings/rules/rule.ts';
import type { Setting } from '#domain/settings/rules/setting-group.ts';
import { valueFromTyped, type TypedRow, type TypedValue } from '#domain/settings/typed-value.ts';
import { rowFieldLabel, rowName, rowTitle } from '#domain/settings/value-difference.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import type { PictureEditor } from '../../pictures/use-picture-editor.tsx';
import { MoveHandle, type MoveHandleProps } from '../../kit/forms/move-handle.tsx';

/** A field of the editor: a setting, or a field of a list's row. */
export interface EditedField {
  label: string;
  help?: string | undefined;
  rule: Rule;
  /** Names of a list's rows and fields. */
  row?: Setting['row'];
  value: TypedValue;
  /** The value at the time of the call, which may be later than the last rendering. */
  current: () => TypedValue;
  /** Why the database refused the value. */
  refusal?: string | undefined;
  /** Shows problems of fields that were not left yet. */
  showProblems: boolean;
  onChange: (value: TypedValue) => void;
  pictures: PictureEditor;
}

/** A list of the editor, and how a field of a row is rendered. */
export interface ListFieldProps extends EditedField {
  rule: ListRule;
  rows: readonly TypedRow[];
  /** Renders a field of a row. */
  renderField: (field: EditedField) => ReactNode;
}

export interface ListRowProps
  extends
    Omit<ListFieldProps, 'current' | 'onChange' | 'value'>,
    Required<Pick<MoveHandleProps, 'onMove' | 'onDragStart' | 'onDrag' | 'onDrop'>> {
  content: TypedRow;
  at: number;
  isOpen: boolean;
  /** A dragged row would be dropped here. */
  isDropTarget: boolean;
  onToggle: (isOpen: boolean) => void;
  currentField: (name: string) => TypedValue;
  onField: (name: string, value: TypedValue) => void;
  onRemove: () => void;
}

/** A row of a list; one with several fields shows its first text until it is opened. */
export function ListRow(props: ListRowProps) {
  const { content, at, rule, rows, isDropTarget, isOpen, showProblems } = props;
  const id = useId();
  const name = `${rowName(props)} ${at + 1}`;
  const isShort = Object.keys(rule.of).length === 1;
  const hasProblem = problemIn(rule, content);
  const isShown = isShort || isOpen || (showProblems && hasProblem);
  const title = rowTitle(rule, content);
  const Chevron = isShown ? ChevronDown : ChevronRight;
  const fields = (
    <div id={id} role="group" aria-label={name} className="min-w-0 grow space-y-3">
      <RowFields {...props} />
    </div>
  );
  return (
    <li className={classNames('py-1', isDropTarget && 'bg-teal-pale')}>
      <div className={classNames('flex gap-2', isShort ? 'items-start pt-2' : 'items-center')}>
        {rows.length > 1 && (
          <MoveHandle
            label={`Move ${name}: drag it, or use the arrow keys`}
            className="h-9 max-sm:h-11"
            onMove={props.onMove}
            onDragStart={props.onDragStart}
            onDrag={props.onDrag}
            onDrop={props.onDrop}
          />
        )}
        {isShort ? (
          fields
        ) : (
          <RowToggle id={id} isShown={isShown} onToggle={() => props.onToggle(!isShown)}>
            <Chevron aria-hidden size={16} className="shrink-0 text-ink-quiet" />
            <span className="sr-only">{name}: </span>
            <span dir="auto" className={classNames('truncate', !title && 'text-ink-quiet')}>
              {title || `New ${rowName(props)}`}
            </span>
            {hasProblem && !isShown && (
              <span className="ml-auto shrink-0 text-xs text-red">needs a correction</span>
            )}
          </RowToggle>
        )}
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label={`Remove ${name}`}
          disabled={rows.length <= rule.min}
          onClick={props.onRemove}
        >
          <Trash2 aria-hidden size={16} />
        </Button>
      </div>
      {!isShort && isShown && <div className="pt-2 pb-3 pl-4 sm:pl-8">{fields}</div>}
    </li>
  );
}

interface RowToggleProps {
  id: string;
  isShown: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function RowToggle({ id, isShown, onToggle, children }: RowToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={isShown}
      aria-controls={isShown ? id : undefined}
      className="flex h-9 min-w-0 grow items-center gap-2 rounded-sm text-left text-sm outline-teal hover:text-teal focus-visible:outline-2 max-sm:h-11"
      onClick={onToggle}
    >
      {children}
    </button>
  );
}

function RowFields(props: ListRowProps) {
  const { content, renderField, currentField, onField, showProblems, pictures } = props;
  return orderedFields(props).map(([name, one]) => (
    <div key={name}>
      {renderField({
        label: rowFieldLabel(props, name),
        rule: one,
        value: content.fields[name] ?? '',
        showProblems,
        pictures,
        current: () => currentField(name),
        onChange: (value) => onField(name, value),
      })}
    </div>
  ));
}

/** The fields of a row in the order of the registry's labels; those without one are last. */
function orderedFields({ rule, row }: Pick<ListRowProps, 'rule' | 'row'>) {
  const labelled = Object.keys(row?.fields ?? {});
  const place = (name: string) =>
    labelled.includes(name) ? labelled.indexOf(name) : labelled.length;
  return Object.entries(rule.of).sort(([one], [other]) => place(one) - place(other));
}

const problemIn = (rule: ListRule, row: TypedRow) =>
  settingProblemAt({ ...rule, min: 0 }, valueFromTyped(rule, [row])) !== null;
