import type { Tag } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { Button, confirm } from '@ruwu/ui'
import { useState } from 'react'
import { showError } from '../../../api/show-error.ts'
import { UsedByDialog, usersOf } from '../../../list/used-by-dialog.tsx'
import { useRemoveTag } from '../tag.mutations.ts'
import { useTagUrl } from '../tag-url.ts'
import { texts } from '../texts.ts'
import { MergeDialog } from './merge-dialog.tsx'
import styles from './tag-actions.module.css'

/** Edit, merge and delete; a system tag has none. */
export function TagActions({ tag, tags }: { tag: Tag; tags: Tag[] }) {
  const [isMerging, setIsMerging] = useState(false)
  const { openTag } = useTagUrl()
  const remove = useRemoveTag()
  const [users, setUsers] = useState<readonly string[]>()
  if (tag.kind === 'system') return null

  async function askRemove() {
    const content = texts.removeEffect(formatNumber(tag.allCustomers ?? 0))
    if (!(await confirm({ title: texts.removeTitle(tag.name), content }))) return
    try {
      await remove.mutateAsync(tag.id)
    } catch (error) {
      const found = usersOf(error)
      if (found) setUsers(found)
      else showError(error)
    }
  }
  return (
    <span className={styles.actions}>
      <Button variant="link" size="sm" onClick={() => openTag(tag.id)}>
        {texts.edit}
      </Button>
      <Button variant="link" size="sm" onClick={() => setIsMerging(true)}>
        {texts.merge}
      </Button>
      <Button variant="link" size="sm" busy={remove.isPending} onClick={askRemove}>
        {texts.remove}
      </Button>
      {users && <UsedByDialog name={tag.name} users={users} onClose={() => setUsers(undefined)} />}
      {isMerging && <MergeDialog tag={tag} tags={tags} onClose={() => setIsMerging(false)} />}
    </span>
  )
}
