import type { Agent } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { readSession } from '../../../session/session.ts'
import { OnceShownDialog } from '../../../form/once-shown-dialog.tsx'
import { ResetTotpButton } from '../../totp/index.ts'
import { useAgentUrl } from '../agent-url.ts'
import { useEnableAgent, useForceOffline, useResetPassword } from '../agent.mutations.ts'
import { freshPassword } from '../new-password.ts'
import { texts } from '../texts.ts'
import styles from './agent-actions.module.css'
import { DisableDialog } from './disable-dialog.tsx'

/** An administrator's actions on one agent. On oneself only those that cannot lock one out. */
export function AgentActions({ agent }: { agent: Agent }) {
  const { open } = useAgentUrl()
  const [isDisabling, setIsDisabling] = useState(false)
  const [password, setPassword] = useState('')
  const resetPassword = useResetPassword()
  const forceOffline = useForceOffline()
  const enable = useEnableAgent()
  const isMe = agent.id === readSession()?.agentId

  async function askReset() {
    if (!(await confirm({ title: texts.resetTitle(agent.name), content: texts.resetEffect }))) return
    const password = freshPassword()
    resetPassword.mutate({ agent, password }, { onSuccess: () => setPassword(password) })
  }

  async function askForceOffline() {
    const isSure = await confirm({ title: texts.forceOfflineTitle(agent.name), content: texts.forceOfflineEffect })
    if (isSure) forceOffline.mutate(agent)
  }

  async function askEnable() {
    const isSure = await confirm({ title: texts.enableTitle(agent.name), content: texts.enableEffect })
    if (isSure) enable.mutate({ agent, enabled: true })
  }

  const others: [label: string, act: () => void][] = agent.enabled
    ? [
        [texts.resetPassword, askReset],
        [texts.forceOffline, askForceOffline],
        [texts.disable, () => setIsDisabling(true)],
      ]
    : [
        [texts.resetPassword, askReset],
        [texts.enable, askEnable],
      ]
  const actions: typeof others = [[texts.edit, () => open(agent.id)], ...(isMe ? [] : others)]

  return (
    <span className={styles.actions}>
      {actions.map(([label, act]) => (
        <Button key={label} type="link" size="small" onClick={act}>
          {label}
        </Button>
      ))}
      {!isMe && <ResetTotpButton agent={agent} />}
      {isDisabling && <DisableDialog agent={agent} onClose={() => setIsDisabling(false)} />}
      {password && (
        <OnceShownDialog
          title={texts.resetDone}
          hint={texts.resetHint(agent.name)}
          label={texts.newPassword}
          value={password}
          onClose={() => setPassword('')}
        />
      )}
    </span>
  )
}
