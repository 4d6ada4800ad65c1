import { Button } from '@ruwu/ui'
import { texts } from './texts.ts'

type DraftButtonsProps = {
  isDirty: boolean
  isSaving: boolean
  onCancel: () => void
  onSave: () => void
}

/** Footer of a dialog or sheet whose form is `useDraftForm`: 取消 and 保存, which needs a change. */
export const DraftButtons = ({ isDirty, isSaving, onCancel, onSave }: DraftButtonsProps) => (
  <>
    <Button onClick={onCancel}>{texts.cancel}</Button>
    <Button variant="primary" busy={isSaving} disabled={!isDirty} onClick={onSave}>
      {texts.save}
    </Button>
  </>
)
