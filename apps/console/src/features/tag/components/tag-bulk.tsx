import type { Tag, TagBatchResult, TagGroup, TagGroupId } from '@ruwu/contract'
import { Button, Dialog, toast } from '@ruwu/ui'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { Field, FieldStack } from '../../../form/field.tsx'
import { BulkBar } from '../../../list/bulk-bar.tsx'
import { useTagBatch } from '../tag.mutations.ts'
import { texts } from '../texts.ts'
import { chosenGroup, groupOptions, UNGROUPED } from './group-options.ts'

/** More than these are deleted only after their number was typed. */
const UNTYPED_MAX = 10

type TagBulkProps = {
  tags: Tag[]
  groups: TagGroup[]
  onFailed: (result: TagBatchResult) => void
  onDone: () => void
}

/** Actions on the selected tags. */
export function TagBulk({ tags, groups, onFailed, onDone }: TagBulkProps) {
  const [open, setOpen] = useState<'move' | 'delete'>()
  const batch = useTagBatch()
  const close = () => setOpen(undefined)

  async function run(action: 'move' | 'delete', groupId: TagGroupId | null = null) {
    if (batch.isPending) return
    // Not by the mutation's callbacks: deleted tags leave the selection, and this component the screen, before they run.
    const answer = await batch.mutateAsync({ ids: tags.map(({ id }) => id), action, groupId }).catch(() => undefined)
    if (!answer) return
    close()
    if (answer.failed.length > 0) return onFailed(answer)
    toast.success((action === 'move' ? texts.moved : texts.batchRemoved)(answer.success))
    onDone()
  }
  return (
    <>
      <BulkBar count={tags.length}>
        <Button onClick={() => setOpen('move')}>{texts.batchMove}</Button>
        <Button onClick={() => setOpen('delete')}>{texts.batchRemove}</Button>
        <Button variant="link" onClick={onDone}>
          {texts.clearSelection}
        </Button>
      </BulkBar>
      {open === 'move' && (
        <MoveDialog
          count={tags.length}
          groups={groups}
          isPending={batch.isPending}
          onMove={(groupId) => run('move', groupId)}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <RemoveDialog tags={tags} isPending={batch.isPending} onRemove={() => run('delete')} onClose={close} />
      )}
    </>
  )
}

type MoveDialogProps = {
  count: number
  groups: TagGroup[]
  isPending: boolean
  onMove: (groupId: TagGroupId | null) => void
  onClose: () => void
}

function MoveDialog({ count, groups, isPending, onMove, onClose }: MoveDialogProps) {
  const [groupId, setGroupId] = useState<string>(UNGROUPED)
  return (
    <Dialog
      title={texts.moveTitle(count)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={isPending} onClick={() => onMove(chosenGroup(groupId))}>
            {texts.moveRun}
          </Button>
        </>
      }
    >
      <FieldStack>
        <Field id="tag-move-group" label={texts.group}>
          {(control) => (
            <Select
              {...control}
              style={{ width: '100%' }}
              value={groupId}
              options={groupOptions(groups)}
              onChange={setGroupId}
            />
          )}
        </Field>
      </FieldStack>
    </Dialog>
  )
}

type RemoveDialogProps = { tags: Tag[]; isPending: boolean; onRemove: () => void; onClose: () => void }

function RemoveDialog({ tags, isPending, onRemove, onClose }: RemoveDialogProps) {
  const [typed, setTyped] = useState('')
  const mustType = tags.length > UNTYPED_MAX
  return (
    <Dialog
      title={texts.batchRemoveTitle(tags.length)}
      role="alertdialog"
      onCancel={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            variant="primary"
            busy={isPending}
            disabled={mustType && typed.trim() !== String(tags.length)}
            onClick={onRemove}
          >
            {texts.confirm}
          </Button>
        </>
      }
    >
      <FieldStack>
        <p>{texts.batchRemoveEffect(tags.map(({ name }) => name).join('、'))}</p>
        {mustType && (
          <Field id="tag-remove-count" label={texts.typeCount(tags.length)}>
            {(control) => (
              <Input {...control} inputMode="numeric" value={typed} onChange={({ target }) => setTyped(target.value)} />
            )}
          </Field>
        )}
      </FieldStack>
    </Dialog>
  )
}
