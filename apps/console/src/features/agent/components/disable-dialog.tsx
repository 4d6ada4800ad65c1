import type { Agent, AgentId } from '@ruwu/contract'
import { SELECT_PLACEHOLDER, hasPermission, requiredText } from '@ruwu/domain'
import { Button, Dialog, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { Radio, Select } from 'antd'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { useRoles } from '../../permission/index.ts'
import { useEnableAgent } from '../agent.mutations.ts'
import { useAgentDetail, useAgents } from '../agent.queries.ts'
import { texts } from '../texts.ts'
import styles from './disable-dialog.module.css'

const TARGET_ID = 'disable-agent-target'

/** Hand-over wizard: disables the agent and says where its customers go. */
export function DisableDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const [isHandingOver, setIsHandingOver] = useState(true)
  const [toId, setToId] = useState<AgentId>()
  const [error, setError] = useState('')
  const { data: detail, error: failure, refetch } = useAgentDetail(agent.id)
  const colleagues = useReceivers().filter(({ id }) => id !== agent.id)
  const enable = useEnableAgent()
  const asks = detail !== undefined && detail.customers > 0

  function submit() {
    if (enable.isPending || !detail) return undefined
    const to = asks && isHandingOver ? colleagues.find(({ id }) => id === toId) : undefined
    if (asks && isHandingOver && !to) {
      setError(requiredText(texts.handOverTo, 'select'))
      return document.getElementById(TARGET_ID)?.focus()
    }
    return enable.mutate({ agent, enabled: false, to }, { onSuccess: onClose })
  }

  return (
    <Dialog
      title={texts.disableTitle(agent.name)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={enable.isPending} disabled={!detail} onClick={submit}>
            {texts.disable}
          </Button>
        </>
      }
    >
      <p>{texts.disableEffect}</p>
      {failure && !detail ? (
        <ErrorBlock message={messageOf(failure)} onRetry={refetch} />
      ) : !detail ? (
        <SkeletonRows rows={2} disc={false} />
      ) : (
        asks && (
          <fieldset className={styles.customers}>
            <legend>{texts.owned(detail.customers)}</legend>
            <Radio.Group
              className={styles.choices}
              value={isHandingOver}
              onChange={(event) => {
                setIsHandingOver(event.target.value === true)
                setError('')
              }}
            >
              <Radio value={true}>{texts.handOver}</Radio>
              {isHandingOver && (
                <Select
                  id={TARGET_ID}
                  aria-label={texts.handOverTo}
                  className={styles.target}
                  placeholder={SELECT_PLACEHOLDER + texts.handOverTo}
                  optionFilterProp="label"
                  showSearch
                  value={toId}
                  status={error ? 'error' : undefined}
                  options={colleagues.map(({ id, name, current, limit }) => ({
                    value: id,
                    label: `${name}（${current}/${limit}）`,
                  }))}
                  onChange={(id) => {
                    setToId(id)
                    setError('')
                  }}
                />
              )}
              {error && (
                <p role="alert" className={styles.error}>
                  {error}
                </p>
              )}
              <Radio value={false}>
                {texts.release}
                <small>{texts.releaseHint}</small>
              </Radio>
            </Radio.Group>
          </fieldset>
        )
      )}
    </Dialog>
  )
}

/** Enabled agents whose role may receive customers. */
function useReceivers(): Agent[] {
  const { data: agents } = useAgents()
  const { data: roles } = useRoles()
  const receiving = new Set(
    roles?.filter(({ mPerms }) => hasPermission(mPerms, 'im:replyCustomer')).map(({ id }) => id),
  )
  return (agents ?? []).filter(({ enabled, roleId }) => enabled && receiving.has(roleId))
}
