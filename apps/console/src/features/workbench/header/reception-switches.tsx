import type { CustomerDetail } from '@ruwu/contract'
import { ConditionalTooltip, SenderGlyph, cx, type SenderGlyphName } from '@ruwu/ui'
import { useSetAiStatus, useSetWorkflowStatus } from '../customer/customer.mutations.ts'
import { texts } from '../thread/texts.ts'
import styles from './reception-switches.module.css'

/** AI 托管 and 工作流. */
export function ReceptionSwitches({ customer }: { customer: CustomerDetail }) {
  const setAi = useSetAiStatus()
  const setFlow = useSetWorkflowStatus()
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
      {/* A workflow can be switched off here; choosing one to start is not available yet. */}
      {receptionType === 'workflow' && (
        <StatusSwitch
          glyph="flow"
          label={texts.flow}
          isOn
          onChange={() => setFlow.mutate({ customer, enableWorkflow: false })}
        />
      )}
    </>
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
    <ConditionalTooltip text={refusal ?? label}>
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
    </ConditionalTooltip>
  )
}
