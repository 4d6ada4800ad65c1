import type { Agent } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { Button } from 'antd'
import { useResetTotp } from './totp.mutations.ts'
import { useTotpHolders } from './totp.queries.ts'
import { texts } from './texts.ts'

/** For an agent who has lost the application and the recovery codes; drawn where there is something to reset. */
export function ResetTotpButton({ agent }: { agent: Agent }) {
  const { data: holders } = useTotpHolders()
  const reset = useResetTotp()
  async function ask() {
    const isSure = await confirm({ title: texts.resetTitle(agent.name), content: texts.resetEffect })
    if (isSure) reset.mutate(agent)
  }
  if (!holders?.includes(agent.id)) return null
  return (
    <Button type="link" size="small" onClick={() => void ask()}>
      {texts.reset}
    </Button>
  )
}
