import type { Agent, RoleId } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, isTooLong, requiredText } from '@ruwu/domain'
import { SideSheet } from '@ruwu/ui'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { fieldErrorsOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { useRoles } from '../../role/index.ts'
import { useUpdateAgent } from '../agent.mutations.ts'
import { texts } from '../texts.ts'

const NAME_MAX = 20

/** Name and role of one agent. Nobody changes their own role. */
export function AgentSheet({ agent, isMe, onClose }: { agent: Agent; isMe: boolean; onClose: () => void }) {
  const [name, setName] = useState(agent.name)
  const [roleId, setRoleId] = useState<RoleId>(agent.roleId)
  const [error, setError] = useState('')
  const roles = useRoles().data ?? []
  const update = useUpdateAgent()

  async function submit() {
    const wrong = checkName(name)
    if (wrong) return setError(wrong)
    try {
      // Only what changed is sent, so that a colleague's other change stays.
      await update.mutateAsync({
        id: agent.id,
        ...(name.trim() !== agent.name && { name: name.trim() }),
        ...(roleId !== agent.roleId && { roleId }),
      })
      return onClose()
    } catch (error) {
      const field = fieldErrorsOf(error).name
      return field ? setError(field) : showError(error)
    }
  }

  const isUnchanged = name.trim() === agent.name && roleId === agent.roleId
  return (
    <SideSheet
      title={texts.editTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="primary" loading={update.isPending} disabled={isUnchanged} onClick={submit}>
            {texts.save}
          </Button>
        </>
      }
    >
      <Form layout="vertical" onFinish={submit}>
        <Form.Item
          label={texts.fullName}
          required
          htmlFor="agent-name"
          validateStatus={error && 'error'}
          help={error || undefined}
        >
          <Input
            id="agent-name"
            data-autofocus
            placeholder={INPUT_PLACEHOLDER}
            value={name}
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
            options={roles.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setRoleId}
          />
        </Form.Item>
      </Form>
    </SideSheet>
  )
}

function checkName(name: string): string | undefined {
  if (!name.trim()) return requiredText(texts.fullName)
  return isTooLong(name.trim(), NAME_MAX) ? texts.nameTooLong : undefined
}
