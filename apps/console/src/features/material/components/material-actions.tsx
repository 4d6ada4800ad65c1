import { ERRORS, type Material } from '@ruwu/contract'
import { Button, Dialog, confirm } from '@ruwu/ui'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ResultError } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { openCard } from '../material-filter.ts'
import { useRemoveMaterial } from '../material.mutations.ts'
import { texts } from '../texts.ts'
import { usersOf } from '../card-facts.ts'
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
        if (error instanceof ResultError && error.code === ERRORS.inUse.code) setUsers(usersOf(error.data))
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
      {users && (
        <Dialog
          title={texts.usedTitle(card.name)}
          onCancel={() => setUsers(undefined)}
          footer={
            <Button variant="primary" onClick={() => setUsers(undefined)}>
              {texts.gotIt}
            </Button>
          }
        >
          {texts.usedBy}
          <ul className={styles.users}>
            {users.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </span>
  )
}
