import type { TagId } from '@ruwu/contract'
import { Button, Dialog } from '@ruwu/ui'
import { useState } from 'react'
import { FieldGroup } from '../../../../form/field.tsx'
import { texts } from '../../texts.ts'
import styles from '../../redirect/redirect-dialog.module.css'
import { TagSelect } from '../filter/tag-select.tsx'

export type TagAction = 'bindTags' | 'unbindTags'

type BulkTagsDialogProps = {
  action: TagAction
  count: number
  isBusy: boolean
  onSubmit: (tagIds: TagId[]) => void
  onClose: () => void
}

/** Adds tags to the selected customers, or removes them. */
export function BulkTagsDialog({ action, count, isBusy, onSubmit, onClose }: BulkTagsDialogProps) {
  const [tagIds, setTagIds] = useState<TagId[]>([])
  const [isTried, setIsTried] = useState(false)
  const problem = isTried && tagIds.length === 0 ? texts.chooseTags : undefined
  const submit = () => {
    setIsTried(true)
    if (tagIds.length > 0) onSubmit(tagIds)
  }
  return (
    <Dialog
      title={texts.tagTitle(texts[action], count)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={isBusy} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <FieldGroup label={texts.tags} required error={problem}>
          <TagSelect
            label={texts.tags}
            placeholder={texts.choose}
            value={tagIds}
            status={problem && 'error'}
            onChange={setTagIds}
          />
        </FieldGroup>
      </div>
    </Dialog>
  )
}
