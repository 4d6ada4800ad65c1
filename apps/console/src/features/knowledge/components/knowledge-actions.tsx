import type { Knowledge } from '@ruwu/contract'
import { formatDateTime, formatNumber } from '@ruwu/domain'
import { IconButton, confirm } from '@ruwu/ui'
import { Dropdown, type MenuProps } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useTimeZone } from '../../enterprise/index.ts'
import { useMoveKnowledge, useRelearn, useRemoveKnowledge } from '../knowledge.mutations.ts'
import { withEntry, withUsage } from '../knowledge-url.ts'
import { texts } from '../texts.ts'

type KnowledgeActionsProps = { entry: Knowledge; canEdit: boolean }

export function KnowledgeActions({ entry, canEdit }: KnowledgeActionsProps) {
  const [, setSearch] = useSearchParams()
  const box = useRef<HTMLSpanElement>(null)
  const relearn = useRelearn(entry.relationId)
  const remove = useRemoveKnowledge(entry.relationId)
  const move = useMoveKnowledge(entry.relationId)
  const { id, library, type, title, status, hits, lastHitAt } = entry
  const other = library === 'own' ? 'shared' : 'own'
  const timeZone = useTimeZone()

  async function askRemove() {
    const used = lastHitAt && texts.removeUsed(formatNumber(hits), formatDateTime(lastHitAt, timeZone))
    const content = [library === 'shared' && texts.removeShared, used, texts.removeEffect].filter(Boolean).join('')
    if (await confirm({ title: texts.removeTitle(title), content })) remove.mutate(entry)
  }

  async function askMove() {
    const content = texts.moveEffect[other]
    if (await confirm({ title: texts.moveTitle[other](title), content })) move.mutate({ id, library: other })
  }

  const runs: Record<string, () => unknown> = {
    open: () => setSearch((old) => withEntry(old, { id })),
    usage: () => setSearch((old) => withUsage(old, id)),
    relearn: () => relearn.mutate(id),
    move: askMove,
    remove: askRemove,
  }
  const run = (key: string) => {
    // The menu item unmounts; focus returns to the button when the dialog closes.
    box.current?.querySelector('button')?.focus()
    void runs[key]?.()
  }
  const items: MenuProps['items'] = [
    { key: 'open', label: canEdit ? texts.edit : texts.view },
    { key: 'usage', label: texts.usage },
    ...(canEdit && type !== 'qa' ? [{ key: 'relearn', label: texts.relearn, disabled: status === 'learning' }] : []),
    ...(canEdit ? [{ key: 'move', label: texts.moveTo[other] }] : []),
    ...(canEdit ? [{ key: 'remove', label: texts.remove, danger: true }] : []),
  ]
  return (
    <span ref={box}>
      <Dropdown menu={{ items, onClick: ({ key }) => run(key) }} trigger={['click']} placement="bottomRight">
        <IconButton label={texts.more(title)} title={texts.moreHint} aria-haspopup="menu">
          <Ellipsis size={16} aria-hidden="true" />
        </IconButton>
      </Dropdown>
    </span>
  )
}
