import type { Material } from '@ruwu/contract'
import { Button, confirm } from '@ruwu/ui'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { showError } from '../../../api/show-error.ts'
import { UsedByDialog, usersOf } from '../../../list/used-by-dialog.tsx'
import { openCard } from '../material-filter.ts'
import { useRemoveMaterial } from '../material.mutations.ts'
import { texts } from '../texts.ts'
import styles from './material-actions.module.css'

type MaterialActionsProps = { card: Material; canEdit: boolean; canRemove: boolean }

export function MaterialActions({ card, canEdit, canRemove }: MaterialActionsProps) {
  const [users, setUsers] = useState<readonly string[]>()
  const [, setSearch] = useSearchParams()
  const remove = useRemoveMaterial()

  async function askRemove() {
    if (!(await confirm({ title: texts.removeTitle(card.name), content: texts.removeEffect }))) return
    remove.mutate(card, {
      onError: (error) => {
        const found = usersOf(error)
        if (found) setUsers(found)
        else showError(error)
      },
    })
  }

  return (
    <span className={styles.actions}>
      <Button variant="link" size="sm" onClick={() => setSearch((old) => openCard(old, card.id))}>
        {canEdit ? texts.edit : texts.view}
      </Button>
      {canRemove && (
        <Button variant="link" size="sm" busy={remove.isPending} onClick={askRemove}>
          {texts.remove}
        </Button>
      )}
      {users && <UsedByDialog name={card.name} users={users} onClose={() => setUsers(undefined)} />}
    </span>
  )
}
