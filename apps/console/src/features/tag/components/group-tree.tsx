import type { Tag, TagGroup } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { Chip, confirm, cx, IconButton, Panel, toast, TruncatedText } from '@ruwu/ui'
import { Plus } from 'lucide-react'
import { type HTMLAttributes, type ReactNode, useState } from 'react'
import { focusSoon } from '../../../browser/focus-soon.ts'
import { DragGrip } from '../../../list/drag-grip.tsx'
import { RowMenu } from '../../../list/row-menu.tsx'
import side from '../../../list/side-list.module.css'
import { useRowDrag } from '../../../list/use-row-drag.ts'
import { useMoveGroup, useRemoveGroup } from '../tag.mutations.ts'
import { isInNode, knownGroup, useTagUrl, type TagNode } from '../tag-url.ts'
import { texts } from '../texts.ts'
import { GroupDialog } from './group-dialog.tsx'
import styles from './group-tree.module.css'

type GroupTreeProps = { groups: TagGroup[]; tags: Tag[]; canEdit: boolean }

/** 全部, 未分组, the groups in their order, 系统标签. On a phone a strip that scrolls sideways. */
export function GroupTree({ groups, tags, canEdit }: GroupTreeProps) {
  /** The open dialog: a group, or a new one. */
  const [edited, setEdited] = useState<TagGroup | 'new'>()
  const current = knownGroup(useTagUrl().filter.group, groups)
  const move = useMoveGroup()
  const { grip, rowProps } = useRowDrag({
    ids: groups.map(({ id }) => id),
    onMove: (from, to) => groups[from] && move.mutate({ groupId: groups[from].id, targetPosition: to }),
  })
  const count = (node: TagNode) => tags.filter((tag) => isInNode(tag, node)).length
  return (
    <Panel
      title={texts.groups}
      note={groups.length}
      actions={
        canEdit && (
          <IconButton label={texts.createGroup} title={texts.createGroup} onClick={() => setEdited('new')}>
            <Plus size={16} aria-hidden="true" />
          </IconButton>
        )
      }
    >
      <ul className={cx(side.list, styles.tree)} data-ordered={canEdit || undefined}>
        <Node node="all" current={current} name={texts.all} count={count('all')} />
        <Node node="none" current={current} name={texts.ungrouped} count={count('none')} />
        {groups.map((group, index) => (
          <Node
            key={group.id}
            node={group.id}
            current={current}
            name={group.name}
            count={group.tagCount}
            mark={<GroupMarks group={group} />}
            {...(canEdit && {
              row: rowProps(index),
              grip: <DragGrip title={texts.dragGroup(group.name)} {...grip(index)} />,
              menu: <GroupMenu group={group} index={index} last={groups.length - 1} onEdit={() => setEdited(group)} />,
            })}
          />
        ))}
        <Node node="system" current={current} name={texts.system} count={count('system')} />
      </ul>
      {edited && <GroupDialog group={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  )
}

type NodeProps = {
  node: TagNode
  current: TagNode
  name: string
  count: number
  mark?: ReactNode
  /** Of a group that can be moved. */
  row?: HTMLAttributes<HTMLLIElement>
  grip?: ReactNode
  menu?: ReactNode
}

function Node({ node, current, name, count, mark, row, grip, menu }: NodeProps) {
  const { show } = useTagUrl()
  return (
    <li {...row} className={cx(side.row, row?.className)}>
      {grip}
      <button
        type="button"
        className={side.name}
        aria-current={current === node ? 'true' : undefined}
        onClick={() => show({ group: node })}
      >
        <TruncatedText text={name} />
        {mark}
        <small>{count}</small>
      </button>
      {menu}
    </li>
  )
}

const GroupMarks = ({ group: { single, conflicts } }: { group: TagGroup }) => (
  <>
    {single && <Chip>{texts.single}</Chip>}
    {conflicts > 0 && (
      <span className={styles.conflicts} title={texts.conflictsHint}>
        {texts.conflicts(formatNumber(conflicts))}
      </span>
    )}
  </>
)

type GroupMenuProps = { group: TagGroup; index: number; last: number; onEdit: () => void }

function GroupMenu({ group: { id, name, tagCount }, index, last, onEdit }: GroupMenuProps) {
  const { filter, show } = useTagUrl()
  const move = useMoveGroup()
  const remove = useRemoveGroup()
  const menuId = `tag-group-menu-${id}`
  const moveTo = (targetPosition: number) => {
    const onSuccess = () => toast.success(texts.groupMoved(name, targetPosition + 1))
    move.mutate({ groupId: id, targetPosition }, { onSuccess })
    focusSoon(menuId)
  }

  async function askRemove() {
    if (!(await confirm({ title: texts.removeGroupTitle(name), content: texts.removeGroupEffect(tagCount) }))) return
    remove.mutate(id, { onSuccess: () => filter.group === id && show({ group: 'all' }) })
  }

  return (
    <RowMenu
      id={menuId}
      label={`${name} ${texts.more}`}
      title={texts.more}
      entries={{
        edit: { label: texts.edit, run: onEdit },
        up: { label: texts.moveUp, disabled: index === 0, run: () => moveTo(index - 1) },
        down: { label: texts.moveDown, disabled: index === last, run: () => moveTo(index + 1) },
        remove: { label: texts.remove, danger: true, run: askRemove },
      }}
    />
  )
}
