import { type OwnerType, QUICK_REPLY_GROUP_TITLE_MAX, type QuickReplyGroup } from '@ruwu/contract'
import { requiredText } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { useState } from 'react'
import { fieldErrorsOf, messageOf } from '../../../api/errors.ts'
import { FieldStack } from '../../../form/field.tsx'
import { SaveButton } from '../../../form/save-button.tsx'
import { ShortTextField } from '../../../form/short-text-field.tsx'
import { useLeaveForm } from '../../../form/use-leave-form.ts'
import { useSaveGroup } from '../quick-reply.mutations.ts'
import { texts } from '../texts.ts'

type GroupDialogProps = {
  owner: OwnerType
  /** Undefined when creating. */
  group: QuickReplyGroup | undefined
  onSaved: (group: QuickReplyGroup) => unknown
  onClose: () => void
}

/** The name of a group. */
export function GroupDialog({ owner, group, onSaved, onClose }: GroupDialogProps) {
  const before = group?.title ?? ''
  const [title, setTitle] = useState(before)
  const [isMissing, setIsMissing] = useState(false)
  const save = useSaveGroup()
  const { close } = useLeaveForm(title !== before, onClose)
  const onSuccess = (saved: QuickReplyGroup) => {
    onClose()
    onSaved(saved)
  }
  const submit = () => {
    if (save.isPending) return
    if (title.trim() === '') return setIsMissing(true)
    save.mutate({ ...(group && { id: group.id }), ownerType: owner, title: title.trim() }, { onSuccess })
  }
  const refusal = save.error ? (fieldErrorsOf(save.error).title ?? messageOf(save.error)) : undefined
  const error = isMissing ? requiredText(texts.groupTitle) : refusal
  return (
    <Dialog
      title={group ? texts.renameGroupTitle : texts.createGroupTitle}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <SaveButton busy={save.isPending} onClick={submit} />
        </>
      }
    >
      <FieldStack>
        <ShortTextField
          id="group-title"
          label={texts.groupTitle}
          required
          isFirst
          error={error}
          max={QUICK_REPLY_GROUP_TITLE_MAX}
          value={title}
          onChange={(value) => {
            setTitle(value)
            setIsMissing(false)
            save.reset()
          }}
          onEnter={submit}
        />
      </FieldStack>
    </Dialog>
  )
}
