import type { Agent, RoleId } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, isTooLong, lengthCounter, requiredText } from '@ruwu/domain'
import { SideSheet } from '@ruwu/ui'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { fieldErrorsOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { leaveForm } from '../../../form/leave-form.ts'
import { useRoles } from '../../permission/index.ts'
import { useUpdateAgent } from '../agent.mutations.ts'
import { texts } from '../texts.ts'

const NAME_MAX = 20
const FORM_ID = 'agent-form'
const NAME_ID = 'agent-name'
const NAME_HELP_ID = 'agent-name-help'

/** Name and role of one agent. An agent cannot change their own role. */
export function AgentSheet({ agent, isMe, onClose }: { agent: Agent; isMe: boolean; onClose: () => void }) {
  const [name, setName] = useState(agent.name)
  const [roleId, setRoleId] = useState<RoleId>(agent.roleId)
  const [error, setError] = useState('')
  const { data: roles, isError, refetch } = useRoles()
  const update = useUpdateAgent()

  const isUnchanged = name.trim() === agent.name && roleId === agent.roleId

  const refuseName = (message: string) => {
    setError(message)
    document.getElementById(NAME_ID)?.focus()
  }

  async function submit() {
    if (isUnchanged || update.isPending) return undefined
    const wrong = checkName(name)
    if (wrong) return refuseName(wrong)
    try {
      // Only changed fields are sent, so a colleague's concurrent change of another field stays.
      await update.mutateAsync({
        id: agent.id,
        ...(name.trim() !== agent.name && { name: name.trim() }),
        ...(roleId !== agent.roleId && { roleId }),
      })
      return onClose()
    } catch (error) {
      const field = fieldErrorsOf(error).name
      return field ? refuseName(field) : showError(error)
    }
  }

  const close = () => leaveForm(!isUnchanged, onClose)

  return (
    <SideSheet
      title={texts.editTitle}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="primary" htmlType="submit" form={FORM_ID} loading={update.isPending} disabled={isUnchanged}>
            {texts.save}
          </Button>
        </>
      }
    >
      <Form id={FORM_ID} layout="vertical" onFinish={submit}>
        <Form.Item
          label={texts.fullName}
          required
          htmlFor={NAME_ID}
          validateStatus={error && 'error'}
          help={error && <span id={NAME_HELP_ID}>{error}</span>}
        >
          <Input
            id={NAME_ID}
            data-autofocus
            placeholder={INPUT_PLACEHOLDER}
            value={name}
            suffix={lengthCounter(name, NAME_MAX) ?? <span />}
            aria-invalid={Boolean(error)}
            aria-describedby={error ? NAME_HELP_ID : undefined}
            onChange={(event) => {
              setName(event.target.value)
              setError('')
            }}
          />
        </Form.Item>
        <Form.Item label={texts.role} htmlFor="agent-role" help={isMe ? texts.ownRole : undefined}>
          <Select
            id="agent-role"
            value={roleId}
            disabled={isMe}
            options={(roles ?? [ownRole(agent)]).map(({ id, name }) => ({ value: id, label: name }))}
            onOpenChange={(isOpen) => isOpen && isError && void refetch()}
            onChange={setRoleId}
          />
        </Form.Item>
      </Form>
    </SideSheet>
  )
}

/** The current role as an option while the list of roles is loading. */
const ownRole = ({ roleId, roleName }: Agent) => ({ id: roleId, name: roleName })

function checkName(name: string): string | undefined {
  if (!name.trim()) return requiredText(texts.fullName)
  return isTooLong(name.trim(), NAME_MAX) ? texts.nameTooLong : undefined
}
