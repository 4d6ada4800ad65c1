import type { Role } from '@ruwu/contract'
import { Button, Empty, ErrorBlock, PageHead, Panel, SkeletonRows, TruncatedText } from '@ruwu/ui'
import { Button as AntdButton } from 'antd'
import { Plus, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { useRestoreFocus } from '../../form/use-kept-focus.ts'
import { BackLink } from '../../routing/back-link.tsx'
import { RoleDetail } from './components/role-detail.tsx'
import { NEW_ROLE, useRoleUrl } from './role-url.ts'
import { useCan, useRoles } from '../permission/index.ts'
import { texts } from './texts.ts'
import styles from './role-page.module.css'

export function RolePage() {
  const { data: roles, error, refetch } = useRoles()
  const canEdit = useCan('agentManagement:settingsEdit')
  const place = useRoleUrl()
  const isPhone = useIsPhone()
  const isStep = isPhone && place.id !== undefined
  return (
    <>
      <PageHead
        title={texts.title}
        start={
          isStep ? (
            <BackLink to="/setting/role" label={texts.backToRoles} />
          ) : (
            <BackLink to="/setting" label={texts.back} />
          )
        }
        actions={
          canEdit && (
            <AntdButton icon={<Plus size={16} />} onClick={() => place.open(NEW_ROLE)}>
              {texts.create}
            </AntdButton>
          )
        }
      />
      <div className={styles.page}>
        {error && !roles ? (
          <Panel>
            <ErrorBlock message={messageOf(error)} onRetry={refetch} />
          </Panel>
        ) : !roles ? (
          <RolesLoading isPhone={isPhone} />
        ) : (
          <Roles roles={roles} />
        )}
      </div>
    </>
  )
}

/** Placeholder of the same size, to avoid a layout shift. */
function RolesLoading({ isPhone }: { isPhone: boolean }) {
  return (
    <div className={styles.split}>
      <Panel title={texts.roles}>
        <SkeletonRows rows={5} height={isPhone ? 48 : 40} disc={false} />
      </Panel>
      {!isPhone && (
        <Panel>
          <SkeletonRows rows={12} disc={false} />
        </Panel>
      )}
    </div>
  )
}

/** List and detail side by side; on a phone one at a time. */
function Roles({ roles }: { roles: Role[] }) {
  const { id, from, open } = useRoleUrl()
  const isPhone = useIsPhone()
  const canEdit = useCan('agentManagement:settingsEdit')
  const selected = id ?? (isPhone ? undefined : roles[0]?.id)
  const role = roles.find((it) => it.id === selected)
  const isNew = selected === NEW_ROLE && canEdit
  useRestoreFocus(`${selected} ${from}`, 'role-title')
  return (
    <div className={styles.split}>
      {(!isPhone || selected === undefined) && <RoleList roles={roles} selected={selected} />}
      {role || isNew ? (
        <RoleDetail key={`${selected} ${from}`} role={role} origin={roles.find((it) => it.id === from)} roles={roles} />
      ) : (
        selected !== undefined && (
          <Panel>
            <Empty
              icon={ShieldCheck}
              text={texts.missing}
              action={<Button onClick={() => open()}>{texts.seeAll}</Button>}
            />
          </Panel>
        )
      )}
    </div>
  )
}

function RoleList({ roles, selected }: { roles: Role[]; selected: string | undefined }) {
  return (
    <Panel title={texts.roles} note={roles.length}>
      <ul className={styles.list}>
        {roles.map((role) => (
          <li key={role.id}>
            <Link to={`?id=${role.id}`} aria-current={role.id === selected ? 'true' : undefined}>
              <span className={styles.name}>
                <TruncatedText text={role.name} />
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
