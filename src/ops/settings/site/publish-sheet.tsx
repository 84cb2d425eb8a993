import { MeanwhileNotice } from '../../kit/meanwhile-notice.tsx';
import type { SettingRow } from '#data/settings/setting-answers.ts';
import type { KnownSetting } from '#domain/settings/known-settings.ts';
import { draftedValue, publishedValue } from '#domain/settings/typed-edits.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { Sheet } from '#ui/sheet.tsx';
import { SettingDifference } from '../fields/setting-difference.tsx';

export interface PublishSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The settings with a draft. */
  drafted: readonly KnownSetting[];
  rows: readonly SettingRow[];
  busy: boolean;
  /** Somebody else changed one of them while the sheet was open. */
  isChanged: boolean;
  onPublish: () => void;
}

/** Lists what publishing changes, old and new, before it is done. */
export function PublishSheet(props: PublishSheetProps) {
  const { open, onClose, title, drafted, rows, busy, isChanged, onPublish } = props;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`Publish: ${title}`}
      hasBar
      footer={
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} disabled={drafted.length === 0} onClick={onPublish}>
            {busy ? 'Publishing...' : `Publish ${counted(drafted.length, 'change', 'changes')}`}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      }
    >
      {isChanged && (
        <MeanwhileNotice>
          Somebody else changed one of these meanwhile, so nothing was published. This is what would
          change now.
        </MeanwhileNotice>
      )}
      <p className="mb-4 text-sm text-ink-quiet">
        Visitors see this within a second. You can undo it in the history.
      </p>
      <ul aria-label="Changes to publish" className="divide-y divide-rule border-y border-rule">
        {drafted.map((setting) => (
          <li key={setting.key} className="py-3 text-sm">
            <SettingDifference
              setting={setting}
              was={publishedValue(setting, rows)}
              became={draftedValue(setting, rows)}
            />
            <DraftAuthor row={rows.find(({ key }) => key === setting.key)} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function DraftAuthor({ row }: { row: SettingRow | undefined }) {
  if (!row?.updated_by_name) return null;
  return <p className="mt-1 text-xs text-ink-quiet">Draft by {row.updated_by_name}</p>;
}
