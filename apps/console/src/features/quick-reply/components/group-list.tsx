import type { OwnerType, QuickReply, QuickReplyGroup } from '@ruwu/contract'
import { QUICK_REPLY_GROUPS_MAX } from '@ruwu/domain'
import { Button, confirm, cx, Empty, IconButton, Panel, toast, Tooltip, TruncatedText } from '@ruwu/ui'
import { Layers, Plus } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { demoFrame } from '../../../browser/demo-frame.ts'
import { focusSoon } from '../../../browser/focus-soon.ts'
import { DragGrip } from '../../../list/drag-grip.tsx'
import { RowMenu } from '../../../list/row-menu.tsx'
import side from '../../../list/side-list.module.css'
import { useRowDrag } from '../../../list/use-row-drag.ts'
import { useImportSamples, useMoveGroup, useMoveReply, useRemoveGroup } from '../quick-reply.mutations.ts'
import { useReplyUrl } from '../reply-url.ts'
import { texts } from '../texts.ts'
import { GroupDialog } from './group-dialog.tsx'
import styles from './group-list.module.css'

type GroupListProps = {
  groups: readonly QuickReplyGroup[]
  chosen: QuickReplyGroup | undefined
  canEdit: boolean
  /** The reply that is being dragged: a group takes it. */
  dragged: QuickReply | undefined
}

/** Groups in their order; reordered by dragging or through a row's menu. */
export function GroupList({ groups, chosen, canEdit, dragged }: GroupListProps) {
  const { owner, openGroup } = useReplyUrl()
  const [form, setForm] = useState<{ group: QuickReplyGroup | undefined }>()
  const move = useMoveGroup()
  const { grip, rowProps } = useRowDrag({
    ids: groups.map(({ id }) => id),
    onMove: (from, to) => groups[from] && move.mutate({ group: groups[from], to }),
  })
  const into = useDropInto(dragged)
  const isFull = groups.length >= QUICK_REPLY_GROUPS_MAX
  const add = canEdit && (
    <Tooltip text={isFull && texts.groupsFull(QUICK_REPLY_GROUPS_MAX)}>
      <span>
        <IconButton
          label={texts.addGroup}
          title={texts.addGroup}
          disabled={isFull}
          onClick={() => setForm({ group: undefined })}
        >
          <Plus size={16} aria-hidden="true" />
        </IconButton>
      </span>
    </Tooltip>
  )
  return (
    <Panel title={texts.groups} note={texts.groupCount(groups.length, QUICK_REPLY_GROUPS_MAX)} actions={add}>
      {groups.length === 0 ? (
        <Empty
          icon={Layers}
          text={texts.noGroups}
          action={
            canEdit && (
              <>
                <Button onClick={() => setForm({ group: undefined })}>{texts.addGroup}</Button>
                <SamplesButton owner={owner} />
              </>
            )
          }
        />
      ) : (
        <ul className={side.list}>
          {groups.map((group, index) => {
            const { className, ...row } = dragged ? into(group) : rowProps(index)
            return (
              <li key={group.id} {...(canEdit && row)} className={cx(side.row, className)}>
                {canEdit && <DragGrip title={texts.drag(group.title)} {...grip(index)} />}
                <button
                  type="button"
                  className={side.name}
                  aria-current={group.id === chosen?.id ? 'true' : undefined}
                  onClick={() => openGroup(group.id)}
                >
                  <TruncatedText text={group.title} />
                  <small>{group.replies.length}</small>
                </button>
                {canEdit && (
                  <GroupMenu group={group} index={index} count={groups.length} onRename={() => setForm({ group })} />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {form && (
        <GroupDialog
          owner={owner}
          group={form.group}
          onSaved={({ id }) => !form.group && openGroup(id)}
          onClose={() => setForm(undefined)}
        />
      )}
    </Panel>
  )
}

/** Fills an empty library in one click. Visitors of the demo may not upload tables. */
function SamplesButton({ owner }: { owner: OwnerType }) {
  const samples = useImportSamples()
  if (demoFrame) return null
  return (
    <Button variant="link" busy={samples.isPending} onClick={() => samples.mutate(owner)}>
      {texts.importSamples}
    </Button>
  )
}

/** Drop target for a reply: it becomes the last one of the group. */
function useDropInto(dragged: QuickReply | undefined) {
  const [over, setOver] = useState<string>()
  const move = useMoveReply()
  return (group: QuickReplyGroup) => ({
    className: dragged && over === group.id && dragged.groupId !== group.id ? styles.into : undefined,
    onDragOver: (event: DragEvent<HTMLElement>) => {
      event.preventDefault()
      setOver(group.id)
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault()
      setOver(undefined)
      if (!dragged || dragged.groupId === group.id) return
      const done = () => toast.success(texts.movedTo(dragged.title, group.title))
      move.mutate({ reply: dragged, groupId: group.id, to: group.replies.length }, { onSuccess: done })
    },
  })
}

type GroupMenuProps = { group: QuickReplyGroup; index: number; count: number; onRename: () => void }

function GroupMenu({ group, index, count, onRename }: GroupMenuProps) {
  const move = useMoveGroup()
  const remove = useRemoveGroup()
  const menuId = `group-menu-${group.id}`
  const moveTo = (to: number) => {
    move.mutate({ group, to }, { onSuccess: () => toast.success(texts.moved(group.title, to + 1)) })
    focusSoon(menuId)
  }
  const askRemove = async () => {
    const question = {
      title: texts.removeGroupTitle(group.title),
      content: texts.removeGroupEffect(group.replies.length),
    }
    if (await confirm(question)) remove.mutate(group)
  }
  return (
    <RowMenu
      id={menuId}
      label={texts.moreOf(group.title)}
      title={texts.moreHint}
      entries={{
        rename: { label: texts.rename, run: onRename },
        up: { label: texts.moveUp, disabled: index === 0, run: () => moveTo(index - 1) },
        down: { label: texts.moveDown, disabled: index === count - 1, run: () => moveTo(index + 1) },
        remove: { label: texts.remove, danger: true, run: askRemove },
      }}
    />
  )
}
