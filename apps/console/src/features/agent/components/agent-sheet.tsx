import { agentApi, AgentFields, RECEPTION_LIMIT, type AgentDetail, type AgentId, type RoleId } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, SELECT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { Input, InputNumber, Select } from 'antd'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { Field, FieldStack } from '../../../form/field.tsx'
import { limitText, type ImageLimit } from '../../../form/image-check.ts'
import { ImageField } from '../../../form/image-field.tsx'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { readSession } from '../../../session/session.ts'
import { AccountScopeField } from '../../channel/index.ts'
import { useRoles } from '../../permission/index.ts'
import { BLANK, changedFields, checkDraft, draftOf, isSameDraft, type AgentDraft } from '../agent-draft.ts'
import { useCreateAgent, useUpdateAgent } from '../agent.mutations.ts'
import { useAgentDetail } from '../agent.queries.ts'
import { freshPassword } from '../new-password.ts'
import { texts } from '../texts.ts'
import styles from './agent-sheet.module.css'

const NAME_MAX = 20
const AVATAR_LIMIT: ImageLimit = { types: ['image/jpeg', 'image/png'], maxBytes: 2 * 1024 * 1024 }

const fieldId = (name: string) => `agent-${name}`

/** One agent's fields; the clear telephone is fetched for it. */
export function EditAgentSheet({ id, onClose }: { id: AgentId; onClose: () => void }) {
  const { data: detail, error, refetch } = useAgentDetail(id)
  if (detail) return <AgentSheet kept={detail} isMe={id === readSession()?.agentId} onClose={onClose} />
  return (
    <SideSheet title={texts.editTitle} onClose={onClose}>
      {error ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={6} disc={false} height={64} />
      )}
    </SideSheet>
  )
}

type NewAgentSheetProps = { onClose: () => void; onCreated: (name: string, password: string) => void }

export const NewAgentSheet = ({ onClose, onCreated }: NewAgentSheetProps) => (
  <AgentSheet kept={undefined} isMe={false} onClose={onClose} onCreated={onCreated} />
)

type AgentSheetProps = {
  /** Undefined when creating. */
  kept: AgentDetail | undefined
  isMe: boolean
  onClose: () => void
  onCreated?: NewAgentSheetProps['onCreated']
}

/** An agent cannot change their own role and accounts. */
function AgentSheet({ kept, isMe, onClose, onCreated }: AgentSheetProps) {
  const [create, update] = [useCreateAgent(), useUpdateAgent()]
  const save = async (draft: AgentDraft, base: AgentDetail | undefined) => {
    if (base) return update.mutateAsync({ id: base.id, version: base.version, ...changedFields(draft, draftOf(base)) })
    const password = freshPassword()
    const { name } = await create.mutateAsync({ fields: AgentFields.parse(draft), password })
    return onCreated?.(name, password)
  }
  const form = useDraftForm<AgentDetail, AgentDraft>({
    kept,
    draftOf,
    blank: BLANK,
    isSame: isSameDraft,
    check: checkDraft,
    save,
    isSaving: create.isPending || update.isPending,
    readLatest: ({ id }) => call(agentApi.detail, { query: { id } }),
    fieldId,
    onClose,
  })
  const { draft, errors, change } = form
  return (
    <SideSheet
      title={kept ? texts.editTitle : texts.create}
      onClose={form.close}
      footer={
        <DraftButtons isDirty={form.isDirty} isSaving={form.isSaving} onCancel={form.close} onSave={form.submit} />
      }
    >
      <FieldStack>
        <Field id={fieldId('name')} label={texts.fullName} required error={errors.name}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              placeholder={INPUT_PLACEHOLDER}
              value={draft.name}
              suffix={lengthCounter(draft.name, NAME_MAX) ?? <span />}
              onChange={(event) => change({ name: event.target.value })}
              onPressEnter={form.submit}
            />
          )}
        </Field>
        <Field id={fieldId('telephone')} label={texts.telephone} required error={errors.telephone}>
          {(control) => (
            <Input
              {...control}
              type="tel"
              autoComplete="off"
              placeholder={INPUT_PLACEHOLDER}
              value={draft.telephone}
              onChange={(event) => change({ telephone: event.target.value })}
              onPressEnter={form.submit}
            />
          )}
        </Field>
        <Field id={fieldId('avatar')} label={texts.avatar} error={errors.avatar} hint={limitText(AVATAR_LIMIT)}>
          {({ id, 'aria-describedby': describedBy }) => (
            <ImageField
              id={id}
              label={texts.avatar}
              url={draft.avatar}
              limit={AVATAR_LIMIT}
              isPrivate={false}
              describedBy={describedBy}
              onChange={(avatar) => change({ avatar })}
            />
          )}
        </Field>
        <RoleField kept={kept} value={draft.roleId} error={errors.roleId} isMe={isMe} onChange={change} />
        <AccountScopeField
          id={fieldId('accountScope')}
          label={texts.accounts}
          value={draft.accountScope}
          error={errors.accountScope}
          hint={isMe ? texts.ownAccounts : undefined}
          disabled={isMe}
          onChange={(accountScope) => change({ accountScope })}
        />
        <Field id={fieldId('limit')} label={texts.limit} required error={errors.limit} hint={texts.limitHint}>
          {(control) => (
            <InputNumber
              {...control}
              className={styles.limit}
              precision={0}
              min={RECEPTION_LIMIT.min}
              max={RECEPTION_LIMIT.max}
              value={draft.limit}
              onChange={(limit) => change({ limit })}
            />
          )}
        </Field>
      </FieldStack>
    </SideSheet>
  )
}

type RoleFieldProps = {
  kept: AgentDetail | undefined
  value: RoleId | ''
  error: string | undefined
  isMe: boolean
  onChange: (part: { roleId: RoleId }) => void
}

function RoleField({ kept, value, error, isMe, onChange }: RoleFieldProps) {
  const { data: roles, isError, refetch } = useRoles()
  // The current role as an option while the list of roles is loading.
  const options = roles ?? (kept ? [{ id: kept.roleId, name: kept.roleName }] : [])
  return (
    <Field id={fieldId('roleId')} label={texts.role} required error={error} hint={isMe ? texts.ownRole : undefined}>
      {(control) => (
        <Select
          {...control}
          className={styles.role}
          placeholder={SELECT_PLACEHOLDER}
          value={value || undefined}
          disabled={isMe}
          options={options.map(({ id, name }) => ({ value: id, label: name }))}
          onOpenChange={(isOpen) => isOpen && isError && void refetch()}
          onChange={(roleId: RoleId) => onChange({ roleId })}
        />
      )}
    </Field>
  )
}
