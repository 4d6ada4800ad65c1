import type { Role, RoleId } from '@ruwu/contract'
import { TruncatedText } from '@ruwu/ui'
import { Button } from 'antd'
import { Copy, Eye, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRolePreview } from '../../permission/index.ts'
import { texts } from '../texts.ts'
import { RemoveRoleDialog } from './remove-role-dialog.tsx'
import styles from './role-head.module.css'

type RoleHeadProps = {
  role: Role | undefined
  roles: Role[]
  canEdit: boolean
  onCopy: (id: RoleId) => void
  onRemoved: () => void
}

/** Name, kind, and actions on the role. */
export function RoleHead({ role, roles, canEdit, onCopy, onRemoved }: RoleHeadProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const preview = useRolePreview()
  if (!role) {
    return (
      <header className={styles.head}>
        <h2 id="role-title" tabIndex={-1}>
          {texts.create}
        </h2>
      </header>
    )
  }
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h2 id="role-title" tabIndex={-1}>
          <TruncatedText text={role.name} />
          {role.builtin && <small>{texts.builtin}</small>}
        </h2>
        <p>
          {texts.members(role.memberCount)}
          {role.builtin && canEdit ? ` · ${texts.locked}` : role.description && ` · ${role.description}`}
        </p>
      </div>
      <div className={styles.actions}>
        <Button size="small" icon={<Eye size={14} />} onClick={() => void preview.start(role)}>
          {texts.preview}
        </Button>
        {canEdit && (
          <Button size="small" icon={<Copy size={14} />} onClick={() => onCopy(role.id)}>
            {texts.copy}
          </Button>
        )}
        {canEdit && !role.builtin && (
          <Button size="small" icon={<Trash2 size={14} />} onClick={() => setIsRemoving(true)}>
            {texts.remove}
          </Button>
        )}
      </div>
      {isRemoving && (
        <RemoveRoleDialog role={role} roles={roles} onClose={() => setIsRemoving(false)} onRemoved={onRemoved} />
      )}
    </header>
  )
}
