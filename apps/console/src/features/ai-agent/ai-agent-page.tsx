import type { AccountDetail } from '@ruwu/contract'
import { ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { messageOf } from '../../api/errors.ts'
import { AccountFrame } from '../channel/index.ts'
import { useAiAgent } from './ai-agent.queries.ts'
import { AgentWorkspace } from './components/agent-workspace.tsx'

export const AiAgentPage = () => (
  <AccountFrame tab="ai-agent" isBench>
    {(account) => <AiAgent key={account.relationId} account={account} />}
  </AccountFrame>
)

function AiAgent({ account }: { account: AccountDetail }) {
  const { data: agent, error, refetch } = useAiAgent(account.relationId)
  if (agent) return <AgentWorkspace account={account} agent={agent} />
  return (
    <Panel>
      {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={9} disc={false} />}
    </Panel>
  )
}
