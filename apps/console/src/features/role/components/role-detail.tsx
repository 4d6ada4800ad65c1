import type { Permission, Role } from '@ruwu/contract'
import { fromMPerms, hasPermission } from '@ruwu/domain'
import { Panel } from '@ruwu/ui'
import { Tabs } from 'antd'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { SaveBar } from '../../../form/save-bar.tsx'
import { useKeptFocus } from '../../../form/use-kept-focus.ts'
import { useLeaveGuard } from '../../../form/use-leave-guard.ts'
import { useCan, useMyPermissions } from '../permission.queries.ts'
import { NEW, ROLE_TABS, roleOf, useRolePlace, type RoleTab } from '../role-url.ts'
import { texts } from '../texts.ts'
import { useRoleForm } from '../use-role-form.ts'
import { PermissionMatrix } from './permission-matrix.tsx'
import styles from './role-detail.module.css'
import { RoleFields } from './role-fields.tsx'
import { RoleHead } from './role-head.tsx'
import { RoleMembers } from './role-members.tsx'
import { ScopeChoice } from './scope-choice.tsx'

type RoleDetailProps = {
  /** Undefined when creating. */
  role: Role | undefined
  origin: Role | undefined
  roles: Role[]
}

/** One role: permissions, data scope and members. Built-in roles are read-only. */
export function RoleDetail({ role, origin, roles }: RoleDetailProps) {
  const canEdit = useCan('agentManagement:settingsEdit')
  const { data: mine } = useMyPermissions()
  const { tab, open, openTab } = useRolePlace()
  const isLocked = !canEdit || Boolean(role?.builtin)
  // An agent cannot grant permissions they lack; those the role already has may stay.
  const had = new Set(role ? fromMPerms(role.mPerms) : [])
  const mayGrant = (permission: Permission) => hasPermission(mine, permission) || had.has(permission)
  const form = useRoleForm({ role, origin, mayGrant })
  useLeaveGuard(form.isDirty && !isLocked, roleOf)
  useKeptFocus(String(form.isDirty), 'role-title')
  useEffect(() => {
    if (!role) document.getElementById('role-name')?.focus()
  }, [role])
  // Runs after the leave guard has seen the saved state.
  const openCreated = useEffectEvent(open)
  useEffect(() => {
    if (form.createdId) openCreated(form.createdId)
  }, [form.createdId])

  const panes: Record<RoleTab, ReactNode> = {
    permission: (
      <PermissionMatrix ticked={form.draft.permissions} isLocked={isLocked} mayGrant={mayGrant} onTick={form.tick} />
    ),
    scope: (
      <ScopeChoice
        scope={form.draft.customerScope}
        isLocked={isLocked}
        onChange={(customerScope) => form.change({ customerScope })}
      />
    ),
    member: role && <RoleMembers role={role} />,
  }
  const tabs = role ? ROLE_TABS : ROLE_TABS.filter((it) => it !== 'member')
  return (
    <Panel className={styles.panel}>
      <RoleHead role={role} roles={roles} canEdit={canEdit} onCopy={(id) => open(NEW, id)} onRemoved={() => open()} />
      {!isLocked && <RoleFields draft={form.draft} errors={form.errors} onChange={form.change} />}
      <Tabs
        className={styles.tabs}
        activeKey={tab}
        onChange={(key) => openTab(ROLE_TABS.find((it) => it === key) ?? ROLE_TABS[0])}
        items={tabs.map((key) => ({ key, label: texts.tabs[key], children: panes[key] }))}
      />
      {!isLocked && (form.isDirty || !role) && (
        <SaveBar
          isDirty={form.isDirty}
          isSaving={form.isSaving}
          onCancel={role ? form.reset : () => open(origin?.id)}
          onSave={() => void form.submit()}
        />
      )}
    </Panel>
  )
}
