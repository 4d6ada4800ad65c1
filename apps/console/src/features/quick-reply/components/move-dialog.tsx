import type { QuickReply, QuickReplyGroup, QuickReplyGroupId } from '@ruwu/contract'
import { SELECT_PLACEHOLDER } from '@ruwu/domain'
import { Button, Dialog, toast } from '@ruwu/ui'
import { Select } from 'antd'
import { useState } from 'react'
import { Field, FieldStack } from '../../../form/field.tsx'
import { useMoveReply } from '../quick-reply.mutations.ts'
import { texts } from '../texts.ts'
import styles from './reply-sheet.module.css'

type MoveDialogProps = { reply: QuickReply; groups: readonly QuickReplyGroup[]; onClose: () => void }

/** Moves a reply to the end of another group: the keyboard twin of dragging it there. */
export function MoveDialog({ reply, groups, onClose }: MoveDialogProps) {
  const [groupId, setGroupId] = useState<QuickReplyGroupId>()
  const move = useMoveReply()
  const group = groups.find(({ id }) => id === groupId)
  const submit = () => {
    if (!group || move.isPending) return
    const onSuccess = () => {
      toast.success(texts.movedTo(reply.title, group.title))
      onClose()
    }
    move.mutate({ reply, groupId: group.id, to: group.replies.length }, { onSuccess })
  }
  return (
    <Dialog
      title={texts.moveToTitle(reply.title)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={move.isPending} disabled={!group} onClick={submit}>
            {texts.move}
          </Button>
        </>
      }
    >
      <FieldStack>
        <Field id="move-group" label={texts.group} required>
          {(control) => (
            <Select
              {...control}
              className={styles.wide}
              data-autofocus
              showSearch
              optionFilterProp="label"
              placeholder={SELECT_PLACEHOLDER}
              options={groups
                .filter(({ id }) => id !== reply.groupId)
                .map(({ id, title }) => ({ value: id, label: title }))}
              value={groupId}
              onChange={setGroupId}
            />
          )}
        </Field>
      </FieldStack>
    </Dialog>
  )
}
