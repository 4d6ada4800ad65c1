import type { Agent } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { readSession } from '../../../session/session.ts'
import { useForceOffline, useResetPassword } from '../agent.mutations.ts'
import { NEW_PASSWORD_LENGTH, newPassword } from '../new-password.ts'
import { texts } from '../texts.ts'
import styles from './agent-actions.module.css'
import { AgentSheet } from './agent-sheet.tsx'
import { NewPasswordView } from './new-password-view.tsx'

/** An administrator's actions on one agent. On oneself only those that cannot lock one out. */
export function AgentActions({ agent }: { agent: Agent }) {
  const [isEditing, setIsEditing] = useState(false)
  const [password, setPassword] = useState('')
  const resetPassword = useResetPassword()
  const forceOffline = useForceOffline()
  const isMe = agent.id === readSession()?.agentId

  async function askReset() {
    if (!(await confirm({ title: texts.resetTitle(agent.name), content: texts.resetEffect }))) return
    const password = newPassword(crypto.getRandomValues(new Uint32Array(NEW_PASSWORD_LENGTH)))
    resetPassword.mutate({ agent, password }, { onSuccess: () => setPassword(password) })
  }

  async function askForceOffline() {
    const isSure = await confirm({ title: texts.forceOfflineTitle(agent.name), content: texts.forceOfflineEffect })
    if (isSure) forceOffline.mutate(agent)
  }

  return (
    <span className={styles.actions}>
      <Button type="link" size="small" onClick={() => setIsEditing(true)}>
        {texts.edit}
      </Button>
      {!isMe && (
        <Button type="link" size="small" onClick={askReset}>
          {texts.resetPassword}
        </Button>
      )}
      {!isMe && agent.enabled && (
        <Button type="link" size="small" onClick={askForceOffline}>
          {texts.forceOffline}
        </Button>
      )}
      {isEditing && <AgentSheet agent={agent} isMe={isMe} onClose={() => setIsEditing(false)} />}
      {password && <NewPasswordView name={agent.name} password={password} onClose={() => setPassword('')} />}
    </span>
  )
}
