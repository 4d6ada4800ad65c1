import type { Role, RoleId } from '@ruwu/contract'
import { SELECT_PLACEHOLDER, requiredText } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Select } from 'antd'
import { useState } from 'react'
import { showError } from '../../../api/show-error.ts'
import { useRemoveRole } from '../role.mutations.ts'
import { texts } from '../texts.ts'
import styles from './remove-role-dialog.module.css'

const TARGET_ID = 'remove-role-target'

type RemoveRoleDialogProps = { role: Role; roles: Role[]; onClose: () => void; onRemoved: () => void }

/** Confirms the deletion; members must be given another role first. */
export function RemoveRoleDialog({ role, roles, onClose, onRemoved }: RemoveRoleDialogProps) {
  const [moveToRoleId, setMoveToRoleId] = useState<RoleId>()
  const [error, setError] = useState('')
  const remove = useRemoveRole()
  const hasMembers = role.memberCount > 0
  const others = roles.filter((it) => it.id !== role.id).map(({ id, name }) => ({ value: id, label: name }))

  async function submit() {
    if (hasMembers && !moveToRoleId) {
      setError(requiredText(texts.newRole, 'select'))
      return document.getElementById(TARGET_ID)?.focus()
    }
    try {
      await remove.mutateAsync({ role, moveToRoleId })
      onClose()
      onRemoved()
    } catch (error) {
      showError(error)
    }
    return undefined
  }

  return (
    <Dialog
      title={texts.removeTitle(role.name)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={remove.isPending} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      {hasMembers ? texts.removeWithMembers(role.memberCount) : texts.removeEffect}
      {hasMembers && (
        <div className={styles.field}>
          <Select
            id={TARGET_ID}
            aria-label={texts.newRole}
            className={styles.select}
            placeholder={SELECT_PLACEHOLDER + texts.newRole}
            options={others}
            value={moveToRoleId}
            status={error ? 'error' : undefined}
            onChange={(value) => {
              setMoveToRoleId(value)
              setError('')
            }}
          />
          {error && <p role="alert">{error}</p>}
        </div>
      )}
    </Dialog>
  )
}
