import type { Role } from '@ruwu/contract'
import { CutText, Panel } from '@ruwu/ui'
import { Link } from 'react-router'
import { texts } from '../texts.ts'
import styles from './role-list.module.css'

export function RoleList({ roles, selected }: { roles: Role[]; selected: string | undefined }) {
  return (
    <Panel title={texts.roles} note={roles.length}>
      <ul className={styles.list}>
        {roles.map((role) => (
          <li key={role.id}>
            <Link to={`?id=${role.id}`} aria-current={role.id === selected ? 'true' : undefined}>
              <span className={styles.name}>
                <CutText text={role.name} />
                {role.builtin && <small>{texts.builtin}</small>}
              </span>
              <span className={styles.count}>{role.memberCount}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
