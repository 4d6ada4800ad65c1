import type { Knowledge } from '@ruwu/contract'
import { IconButton, confirm } from '@ruwu/ui'
import { Dropdown, type MenuProps } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useRelearn, useRemoveKnowledge } from '../knowledge.mutations.ts'
import { withEntry } from '../knowledge-place.ts'
import { texts } from '../texts.ts'

type KnowledgeActionsProps = { entry: Knowledge; canEdit: boolean }

/** What can be done with one entry. */
export function KnowledgeActions({ entry, canEdit }: KnowledgeActionsProps) {
  const [, setSearch] = useSearchParams()
  const box = useRef<HTMLSpanElement>(null)
  const relearn = useRelearn(entry.relationId)
  const remove = useRemoveKnowledge(entry.relationId)
  const { id, type, title, status } = entry

  async function askRemove() {
    if (await confirm({ title: texts.removeTitle(title), content: texts.removeEffect })) remove.mutate(entry)
  }

  const runs: Record<string, () => unknown> = {
    open: () => setSearch((old) => withEntry(old, { id })),
    relearn: () => relearn.mutate(id),
    remove: askRemove,
  }
  const run = (key: string) => {
    // The menu disappears; the keyboard comes back to its button when what it opened is closed.
    box.current?.querySelector('button')?.focus()
    void runs[key]?.()
  }
  const items: MenuProps['items'] = [
    { key: 'open', label: canEdit ? texts.edit : texts.view },
    ...(canEdit && type !== 'qa' ? [{ key: 'relearn', label: texts.relearn, disabled: status === 'learning' }] : []),
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
