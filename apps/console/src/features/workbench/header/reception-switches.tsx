import type { CustomerDetail, FlowId } from '@ruwu/contract'
import { Tooltip, SenderGlyph, cx, type SenderGlyphName } from '@ruwu/ui'
import type { MenuProps } from 'antd'
import { MenuButton } from '../../../rendering/floating.tsx'
import { useSetAiStatus, useSetWorkflowStatus } from '../customer/customer.mutations.ts'
import { useFlowChoices } from '../customer/flow.queries.ts'
import { texts } from '../thread/texts.ts'
import styles from './reception-switches.module.css'

/** AI 托管 and 工作流. */
export function ReceptionSwitches({ customer }: { customer: CustomerDetail }) {
  const setAi = useSetAiStatus()
  const { enableAi, canHost, receptionType } = customer
  return (
    <>
      <StatusSwitch
        glyph="spark"
        label={texts.ai}
        isOn={enableAi}
        refusal={enableAi || canHost ? undefined : texts.noAi}
        onChange={(isOn) => setAi.mutate({ customer, enableAi: isOn })}
      />
      <FlowSwitch customer={customer} isOn={receptionType === 'workflow'} />
    </>
  )
}

/** Absent where the account has no published flow. With several of them a menu asks which one starts. */
function FlowSwitch({ customer, isOn }: { customer: CustomerDetail; isOn: boolean }) {
  const setFlow = useSetWorkflowStatus()
  const { data: choices = [] } = useFlowChoices(customer.subSourceId)
  const start = (flowId: FlowId | undefined) => setFlow.mutate({ customer, enableWorkflow: true, flowId })
  const stop = () => setFlow.mutate({ customer, enableWorkflow: false })
  if (!isOn && choices.length === 0) return null
  const control = (onChange: () => void) => (
    <StatusSwitch glyph="flow" label={texts.flow} isOn={isOn} onChange={onChange} />
  )
  if (isOn) return control(stop)
  if (choices.length === 1) return control(() => start(choices[0]?.id))
  const menu: MenuProps = {
    'aria-label': texts.chooseFlow,
    items: choices.map(({ id, name }) => ({ key: id, label: name })),
    onClick: ({ key }) => start(key as FlowId),
  }
  return (
    <MenuButton menu={menu} placement="bottomRight">
      <span>{control(() => {})}</span>
    </MenuButton>
  )
}

type StatusSwitchProps = {
  glyph: Extract<SenderGlyphName, 'spark' | 'flow'>
  label: string
  isOn: boolean
  /** Why it is disabled. */
  refusal?: string
  onChange: (isOn: boolean) => void
}

/** A switch with the glyph and colour of the reception type it turns on. */
function StatusSwitch({ glyph, label, isOn, refusal, onChange }: StatusSwitchProps) {
  return (
    <Tooltip text={refusal ?? label}>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        aria-disabled={refusal ? true : undefined}
        className={cx(styles.control, glyph === 'spark' ? styles.ai : styles.flow)}
        onClick={() => !refusal && onChange(!isOn)}
      >
        <span className={styles.glyph}>
          <SenderGlyph name={glyph} size={13} />
        </span>
        <span className={styles.label}>{label}</span>
        <span className={cx(styles.track, isOn && styles.on)} />
      </button>
    </Tooltip>
  )
}
