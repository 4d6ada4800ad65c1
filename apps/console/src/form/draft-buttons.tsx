import { Button } from '@ruwu/ui'
import { SaveButton } from './save-button.tsx'
import { texts } from './texts.ts'

type DraftButtonsProps = {
  isDirty: boolean
  isSaving: boolean
  onCancel: () => void
  onSave: () => void
}

/** Footer of a form in a dialog or sheet: 取消 and 保存, which needs a change. */
export const DraftButtons = ({ isDirty, isSaving, onCancel, onSave }: DraftButtonsProps) => (
  <>
    <Button onClick={onCancel}>{texts.cancel}</Button>
    <SaveButton busy={isSaving} disabled={!isDirty} onClick={onSave} />
  </>
)
