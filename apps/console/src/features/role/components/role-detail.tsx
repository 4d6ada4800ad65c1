import { type Permission, type Role, CUSTOMER_SCOPES, type CustomerScope } from '@ruwu/contract'
import { fromMPerms, hasPermission, CUSTOMER_SCOPE_LABELS, INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Panel, Empty, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { Tabs, Radio, Form, Input } from 'antd'
import { UsersRound } from 'lucide-react'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { FieldRows } from '../../../form/field.tsx'
import { SaveBar } from '../../../form/save-bar.tsx'
import { useRestoreFocus } from '../../../form/use-kept-focus.ts'
import { useLeaveGuard } from '../../../form/use-leave-guard.ts'
import { AgentCell, StatusText, useAgents } from '../../agent/index.ts'
import { AccountScopeField } from '../../channel/index.ts'
import { useCan, useMyPermissions } from '../../permission/index.ts'
import { RequireTotpSwitch } from '../../totp/index.ts'
import { DESCRIPTION_MAX, NAME_MAX, type RoleDraft, type RoleDraftErrors } from '../role-draft.ts'
import { NEW_ROLE, ROLE_TABS, roleOf, useRoleUrl, type RoleTab } from '../role-url.ts'
import { texts } from '../texts.ts'
import { useRoleForm } from '../use-role-form.ts'
import { PermissionMatrix } from './permission-matrix.tsx'
import { RoleHead } from './role-head.tsx'
import { RoleHistory } from './role-history.tsx'
import styles from './role-detail.module.css'

type RoleDetailProps = {
  /** Undefined when creating. */
  role: Role | undefined
  origin: Role | undefined
  roles: Role[]
}

/** One role: permissions, data scope, members and history. Built-in roles are read-only. */
export function RoleDetail({ role, origin, roles }: RoleDetailProps) {
  const canEdit = useCan('agentManagement:settingsEdit')
  const { data: mine } = useMyPermissions()
  const { tab, open, openTab } = useRoleUrl()
  const isLocked = !canEdit || Boolean(role?.builtin)
  // An agent cannot grant permissions they lack; those the role already has may stay.
  const had = new Set(role ? fromMPerms(role.mPerms) : [])
  const mayGrant = (permission: Permission) => hasPermission(mine, permission) || had.has(permission)
  const form = useRoleForm({ role, origin, mayGrant })
  useLeaveGuard(form.isDirty && !isLocked, roleOf)
  useRestoreFocus(String(form.isDirty), 'role-title')
  useEffect(() => {
    if (!role) document.getElementById('role-name')?.focus()
  }, [role])
  // Runs after the leave guard has seen the saved state.
  const openCreated = useEffectEvent(open)
  useEffect(() => {
    if (form.createdId) openCreated(form.createdId)
  }, [form.createdId])

  // The tab of the first invalid field.
  const openInvalid = useEffectEvent(openTab)
  const badScope = form.errors.accountScope
  useEffect(() => {
    if (badScope) openInvalid('scope')
  }, [badScope])

  const panes: Record<RoleTab, ReactNode> = {
    permission: (
      <PermissionMatrix ticked={form.draft.permissions} isLocked={isLocked} mayGrant={mayGrant} onTick={form.tick} />
    ),
    scope: (
      <>
        <ScopeChoice
          scope={form.draft.customerScope}
          isLocked={isLocked}
          onChange={(customerScope) => form.change({ customerScope })}
        />
        <FieldRows>
          <AccountScopeField
            id="role-accountScope"
            label={texts.accountScope}
            value={form.draft.accountScope}
            error={form.errors.accountScope}
            hint={texts.accountScopeHint}
            disabled={isLocked}
            onChange={(accountScope) => form.change({ accountScope })}
          />
        </FieldRows>
        {role && <RequireTotpSwitch role={role} disabled={!canEdit} />}
      </>
    ),
    member: role && <RoleMembers role={role} />,
    history: role && <RoleHistory id={role.id} />,
  }
  const tabs = role ? ROLE_TABS : ROLE_TABS.filter((it) => it !== 'member' && it !== 'history')
  return (
    <Panel className={styles.panel}>
      <RoleHead
        role={role}
        roles={roles}
        canEdit={canEdit}
        onCopy={(id) => open(NEW_ROLE, id)}
        onRemoved={() => open()}
      />
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

function RoleMembers({ role }: { role: Role }) {
  const { data, error, refetch } = useAgents()
  const members = data?.filter((it) => it.roleId === role.id)
  if (error && !members) return <ErrorBlock message={messageOf(error)} onRetry={refetch} />
  if (!members) return <SkeletonRows rows={4} />
  if (members.length === 0) return <Empty icon={UsersRound} text={texts.noMembers} />
  return (
    <ul className={styles.members}>
      {members.map((agent) => (
        <li key={agent.id}>
          <AgentCell agent={agent} />
          <span>{agent.telephone}</span>
          <StatusText agent={agent} />
        </li>
      ))}
    </ul>
  )
}

type ScopeChoiceProps = { scope: CustomerScope; isLocked: boolean; onChange: (scope: CustomerScope) => void }

/** Data scope: which customers the role sees. */
function ScopeChoice({ scope, isLocked, onChange }: ScopeChoiceProps) {
  return (
    <div className={styles.scope}>
      <h3 id="role-scope">{texts.customerScope}</h3>
      <Radio.Group
        aria-labelledby="role-scope"
        value={scope}
        disabled={isLocked}
        className={styles.choices}
        onChange={(event) => onChange(CUSTOMER_SCOPES.find((it) => it === event.target.value) ?? scope)}
      >
        {CUSTOMER_SCOPES.map((value) => (
          <Radio key={value} value={value}>
            <b>{CUSTOMER_SCOPE_LABELS[value]}</b>
            <small>{texts.scopeHints[value]}</small>
          </Radio>
        ))}
      </Radio.Group>
    </div>
  )
}

type RoleFieldsProps = {
  draft: RoleDraft
  errors: RoleDraftErrors
  onChange: (part: Partial<RoleDraft>) => void
}

/** Name and description; the character counter appears near the limit. */
function RoleFields({ draft, errors, onChange }: RoleFieldsProps) {
  return (
    <Form component="div" layout="vertical" className={styles.fields} colon={false}>
      <Form.Item
        label={texts.name}
        required
        htmlFor="role-name"
        validateStatus={errors.name ? 'error' : undefined}
        help={errors.name && <span id="role-name-help">{errors.name}</span>}
      >
        <Input
          id="role-name"
          placeholder={INPUT_PLACEHOLDER}
          value={draft.name}
          suffix={lengthCounter(draft.name, NAME_MAX) ?? <span />}
          aria-invalid={Boolean(errors.name)}
          aria-describedby={errors.name ? 'role-name-help' : undefined}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Form.Item>
      <Form.Item
        label={texts.description}
        htmlFor="role-description"
        validateStatus={errors.description ? 'error' : undefined}
        help={errors.description && <span id="role-description-help">{errors.description}</span>}
      >
        <Input
          id="role-description"
          placeholder={texts.descriptionHint}
          value={draft.description}
          suffix={lengthCounter(draft.description, DESCRIPTION_MAX) ?? <span />}
          aria-invalid={Boolean(errors.description)}
          aria-describedby={errors.description ? 'role-description-help' : undefined}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Form.Item>
    </Form>
  )
}
