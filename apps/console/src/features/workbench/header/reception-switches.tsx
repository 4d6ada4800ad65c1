import type { CustomerDetail } from '@ruwu/contract'
import { useSetAiStatus, useSetWorkflowStatus } from '../customer/customer.mutations.ts'
import { texts } from '../thread/texts.ts'
import { LampSwitch } from './status-switch.tsx'

/** AI 托管 and 工作流. */
export function HostSwitches({ customer }: { customer: CustomerDetail }) {
  const setAi = useSetAiStatus()
  const setFlow = useSetWorkflowStatus()
  const { enableAi, canHost, receptionType } = customer
  return (
    <>
      <LampSwitch
        glyph="spark"
        label={texts.ai}
        isOn={enableAi}
        refusal={enableAi || canHost ? undefined : texts.noAi}
        onChange={(isOn) => setAi.mutate({ customer, enableAi: isOn })}
      />
      {/* A workflow can be switched off here; choosing one to start is not available yet. */}
      {receptionType === 'workflow' && (
        <LampSwitch
          glyph="flow"
          label={texts.flow}
          isOn
          onChange={() => setFlow.mutate({ customer, enableWorkflow: false })}
        />
      )}
    </>
  )
}
