import type { CustomerDetail, NextStep, ThreadSummary } from '@ruwu/contract'
import { openSteps } from '@ruwu/domain'
import { AlarmClock, ArrowRightLeft, Flag, IdCard, type LucideIcon, Tag } from 'lucide-react'
import { useCustomerSetting } from '../../../customer-setting/index.ts'
import { useCan } from '../../../permission/index.ts'
import { useTagMap } from '../../../tag/index.ts'
import { askFor } from '../../chat-requests.ts'
import { openCards } from '../../composer/card-requests.ts'
import { useSendingAccount } from '../../composer/use-sending-account.ts'
import { useActionsOf } from '../../customer/customer-actions.ts'
import { texts } from '../texts.ts'
import styles from './summary-strip.module.css'

type Offered = { icon: LucideIcon; label: string; run: () => void }

/** 下一步: each opens the part where the agent does it, filled in; nothing is done by itself. */
export function NextSteps({ customer, summary }: { customer: CustomerDetail; summary: ThreadSummary }) {
  const offerOf = useOffers(customer, summary.text)
  const stages = useCustomerSetting().data?.stages ?? []
  const inOrder = stages.toSorted((one, other) => one.position - other.position).map(({ id }) => id)
  const offers = openSteps(summary.steps, customer, inOrder).flatMap((step) => {
    const offer = offerOf(step)
    return offer ? [{ ...offer, why: step.why }] : []
  })
  if (offers.length === 0) return null
  return (
    <ul className={styles.steps} aria-label={texts.nextSteps}>
      {offers.map(({ icon: Icon, label, why, run }) => (
        <li key={label}>
          <button type="button" title={why || label} onClick={run}>
            <Icon size={13} aria-hidden="true" />
            <span className="cut">{label}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** How a step is shown and opened; undefined where the agent may not do it, or what it names is gone. */
function useOffers(customer: CustomerDetail, summary: string): (step: NextStep) => Offered | undefined {
  const { customerId } = customer
  const tags = useTagMap()
  const stages = useCustomerSetting().data?.stages ?? []
  const canReply = useCan('im:replyCustomer')
  const { canEdit, canRedirect } = useActionsOf()(customer)
  const { capabilities } = useSendingAccount(customer)
  return (step) => {
    switch (step.act) {
      case 'tag': {
        const { tagId } = step
        const tag = canEdit ? tags.get(tagId) : undefined
        return tag && { icon: Tag, label: texts.stepTag(tag.name), run: () => askFor(customerId, 'tag', { tagId }) }
      }
      case 'stage': {
        const { stageId } = step
        const stage = canEdit ? stages.find(({ id }) => id === stageId) : undefined
        const run = () => askFor(customerId, 'stage', { stageId })
        return stage && { icon: Flag, label: texts.stepStage(stage.name), run }
      }
      case 'card':
        return canReply && capabilities.cards.includes('lead_form')
          ? { icon: IdCard, label: texts.stepCard, run: () => openCards(customerId, 'lead_form') }
          : undefined
      case 'remind': {
        const given = { choice: step.when, note: step.why }
        const label = texts.stepRemind[step.when]
        return canReply ? { icon: AlarmClock, label, run: () => askFor(customerId, 'reminder', given) } : undefined
      }
      case 'transfer':
        return canRedirect
          ? {
              icon: ArrowRightLeft,
              label: texts.stepTransfer,
              run: () => askFor(customerId, 'redirect', { note: summary }),
            }
          : undefined
    }
  }
}
