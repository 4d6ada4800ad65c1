import type { TagId } from '@ruwu/contract'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { TagSelect } from '../filter/tag-select.tsx'
import { BulkChoiceDialog } from './bulk-choice-dialog.tsx'

export type TagAction = 'bindTags' | 'unbindTags'

type BulkTagsDialogProps = {
  action: TagAction
  count: number
  isBusy: boolean
  onSubmit: (tagIds: TagId[]) => void
  onClose: () => void
}

/** Adds tags to the selected customers, or removes them. */
export function BulkTagsDialog({ action, count, onSubmit, ...dialog }: BulkTagsDialogProps) {
  const [tagIds, setTagIds] = useState<TagId[]>([])
  return (
    <BulkChoiceDialog
      {...dialog}
      title={texts.tagTitle(texts[action], count)}
      label={texts.tags}
      missing={texts.chooseTags}
      isChosen={tagIds.length > 0}
      onSubmit={() => onSubmit(tagIds)}
    >
      {(status) => (
        <TagSelect label={texts.tags} placeholder={texts.choose} value={tagIds} status={status} onChange={setTagIds} />
      )}
    </BulkChoiceDialog>
  )
}
