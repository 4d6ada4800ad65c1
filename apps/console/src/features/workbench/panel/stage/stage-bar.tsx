import type { CustomerDetail } from '@ruwu/contract'
import { useCustomerSetting } from '../../../customer-setting/index.ts'
import { useUpdateProfile } from '../panel.mutations.ts'
import { stageSteps } from './stage-steps.ts'
import { texts } from '../texts.ts'
import styles from './stage-bar.module.css'

/** The customer's stage; a click changes it. */
export function StageBar({ customer, canEdit }: { customer: CustomerDetail; canEdit: boolean }) {
  const { data: setting } = useCustomerSetting()
  const update = useUpdateProfile(customer.customerId)
  const steps = stageSteps(setting?.stages ?? [], customer.stageId)
  const now = steps.find((step) => step.state === 'now')
  if (!now) return null
  return (
    <ol className={styles.bar} aria-label={texts.stageNow(now.name)}>
      {steps.map(({ id, name, state }) => (
        <li key={id} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          {canEdit ? (
            <button
              type="button"
              title={name}
              aria-pressed={state === 'now'}
              onClick={() => id !== customer.stageId && update.mutate({ stageId: id })}
            >
              <span className="cut">{name}</span>
            </button>
          ) : (
            <span className="cut" title={name}>
              {name}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
