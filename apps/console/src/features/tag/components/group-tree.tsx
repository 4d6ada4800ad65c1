import type { Tag, TagGroup } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { Chip, IconButton, Panel, TruncatedText, confirm } from '@ruwu/ui'
import { Dropdown, type MenuProps } from 'antd'
import { Ellipsis, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
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
  const count = (node: TagNode) => tags.filter((tag) => isInNode(tag, node)).length
  return (
    <Panel
      title={texts.groups}
      note={groups.length}
      className={styles.panel}
      actions={
        canEdit && (
          <IconButton label={texts.createGroup} title={texts.createGroup} onClick={() => setEdited('new')}>
            <Plus size={16} aria-hidden="true" />
          </IconButton>
        )
      }
    >
      <ul className={styles.tree}>
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
            menu={
              canEdit && (
                <GroupMenu group={group} index={index} last={groups.length - 1} onEdit={() => setEdited(group)} />
              )
            }
          />
        ))}
        <Node node="system" current={current} name={texts.system} count={count('system')} />
      </ul>
      {edited && <GroupDialog group={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  )
}

type NodeProps = { node: TagNode; current: TagNode; name: string; count: number; mark?: ReactNode; menu?: ReactNode }

function Node({ node, current, name, count, mark, menu }: NodeProps) {
  const { show } = useTagUrl()
  return (
    <li className={styles.node}>
      <button
        type="button"
        className={styles.open}
        aria-current={current === node ? 'true' : undefined}
        onClick={() => show({ group: node })}
      >
        <TruncatedText text={name} />
        {mark}
        <span className={styles.count}>{count}</span>
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
  const moveTo = (targetPosition: number) => move.mutate({ groupId: id, targetPosition })

  async function askRemove() {
    if (!(await confirm({ title: texts.removeGroupTitle(name), content: texts.removeGroupEffect(tagCount) }))) return
    remove.mutate(id, { onSuccess: () => filter.group === id && show({ group: 'all' }) })
  }

  const runs: Record<string, () => unknown> = {
    edit: onEdit,
    up: () => moveTo(index - 1),
    down: () => moveTo(index + 1),
    remove: askRemove,
  }
  const menu: MenuProps = {
    items: [
      { key: 'edit', label: texts.edit },
      { key: 'up', label: texts.moveUp, disabled: index === 0 },
      { key: 'down', label: texts.moveDown, disabled: index === last },
      { key: 'remove', label: texts.remove, danger: true },
    ],
    onClick: ({ key }) => void runs[key]?.(),
  }
  return (
    <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
      <IconButton className={styles.menu} label={`${name} ${texts.more}`} title={texts.more}>
        <Ellipsis size={16} aria-hidden="true" />
      </IconButton>
    </Dropdown>
  )
}
