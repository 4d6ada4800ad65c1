import type { OwnerType, QuickReply, QuickReplyGroup } from '@ruwu/contract'
import { formatDateTime, SOURCE_LABELS } from '@ruwu/domain'
import { Button, cx, Empty, toast } from '@ruwu/ui'
import { Copy, Zap } from 'lucide-react'
import { useState } from 'react'
import { focusSoon } from '../../../browser/focus-soon.ts'
import { DragGrip } from '../../../list/drag-grip.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { RowMenu } from '../../../list/row-menu.tsx'
import type { useRowDrag } from '../../../list/use-row-drag.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useCopyReply, useMoveReply } from '../quick-reply.mutations.ts'
import { NEW_REPLY, useReplyUrl } from '../reply-url.ts'
import { texts } from '../texts.ts'
import { useAskRemove } from '../use-ask-remove.ts'
import { MoveDialog } from './move-dialog.tsx'
import styles from './reply-list.module.css'

type ReplyListProps = {
  replies: readonly QuickReply[]
  groups: readonly QuickReplyGroup[]
  owner: OwnerType
  canEdit: boolean
  /** Undefined in search results, which have an order of their own. */
  drag: ReturnType<typeof useRowDrag> | undefined
}

/** Replies of a group in their order, or those found by a search. */
export function ReplyList({ replies, groups, owner, canEdit, drag }: ReplyListProps) {
  const { search, openReply } = useReplyUrl()
  const titles = new Map(groups.map(({ id, title }) => [id, title]))
  if (replies.length === 0 && groups.length === 0)
    return <Empty icon={Zap} text={owner === 'enterprise' ? texts.needsGroup : texts.none} />
  if (replies.length === 0)
    return (
      <NoRows
        icon={Zap}
        text={texts.emptyGroup}
        onClear={drag ? undefined : () => search('')}
        action={canEdit && <Button onClick={() => openReply(NEW_REPLY)}>{texts.add}</Button>}
      />
    )
  return (
    <ul className={styles.list}>
      {replies.map((reply, index) => {
        const { className, ...row } = (canEdit && drag?.rowProps(index)) || { className: undefined }
        return (
          <li key={reply.id} {...row} className={cx(styles.row, className)}>
            {canEdit && drag && <DragGrip title={texts.drag(reply.title)} {...drag.grip(index)} />}
            <ReplyText reply={reply} group={drag ? undefined : titles.get(reply.groupId)} />
            <ReplyActions
              reply={reply}
              groups={groups}
              owner={owner}
              canEdit={canEdit}
              place={drag && { index, count: replies.length }}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Title, text and facts; with its group in search results. */
function ReplyText({ reply, group }: { reply: QuickReply; group: string | undefined }) {
  const { title, content, code, sources, parts, uses, updatedByName, updatedAt } = reply
  const timeZone = useTimeZone()
  const facts = [
    group,
    sources.map((source) => SOURCE_LABELS[source]).join('、'),
    parts.length > 0 && texts.parts(parts.length),
    texts.uses(uses),
    texts.updated(updatedByName, formatDateTime(updatedAt, timeZone)),
  ]
  return (
    <div className={styles.text}>
      <p className={styles.title}>
        <b className="cut">{title}</b>
        {code && <kbd>/{code}</kbd>}
      </p>
      {content && <p className={styles.content}>{content}</p>}
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </div>
  )
}

type ReplyActionsProps = {
  reply: QuickReply
  groups: readonly QuickReplyGroup[]
  owner: OwnerType
  canEdit: boolean
  /** Where it stands in its group; undefined in search results. */
  place: { index: number; count: number } | undefined
}

function ReplyActions({ reply, groups, owner, canEdit, place }: ReplyActionsProps) {
  const { openReply } = useReplyUrl()
  const [isMoving, setIsMoving] = useState(false)
  const copy = useCopyReply()
  const move = useMoveReply()
  const askRemove = useAskRemove(owner)
  const menuId = `reply-menu-${reply.id}`
  const copyEntry = owner === 'enterprise' ? { label: texts.copy, run: () => copy.mutate(reply) } : undefined
  if (!canEdit)
    return (
      <Button size="sm" aria-label={texts.copyOf(reply.title)} busy={copy.isPending} onClick={() => copy.mutate(reply)}>
        <Copy size={14} aria-hidden="true" />
        {texts.copy}
      </Button>
    )

  const moveTo = (to: number) => {
    const onSuccess = () => toast.success(texts.moved(reply.title, to + 1))
    move.mutate({ reply, groupId: reply.groupId, to }, { onSuccess })
    focusSoon(menuId)
  }
  return (
    <span className={styles.actions}>
      <Button variant="link" size="sm" aria-label={texts.editOf(reply.title)} onClick={() => openReply(reply.id)}>
        {texts.edit}
      </Button>
      <RowMenu
        id={menuId}
        label={texts.moreOf(reply.title)}
        title={texts.moreHint}
        entries={{
          up: place && { label: texts.moveUp, disabled: place.index === 0, run: () => moveTo(place.index - 1) },
          down: place && {
            label: texts.moveDown,
            disabled: place.index === place.count - 1,
            run: () => moveTo(place.index + 1),
          },
          move: groups.length > 1 ? { label: texts.moveTo, run: () => setIsMoving(true) } : undefined,
          copy: copyEntry,
          remove: { label: texts.remove, danger: true, run: () => askRemove(reply) },
        }}
      />
      {isMoving && <MoveDialog reply={reply} groups={groups} onClose={() => setIsMoving(false)} />}
    </span>
  )
}
