import type { CustomerDetail, Stage, StageId } from '@ruwu/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useCustomerSetting } from '../../../customer-setting/index.ts'
import { TagDot } from '../../../tag/index.ts'
import { useChatRequest } from '../../chat-requests.ts'
import { useUpdateProfile } from '../panel.mutations.ts'
import { texts } from '../texts.ts'
import styles from './stage-bar.module.css'

/** The customer's stage; a click changes it. */
export function StageBar({ customer, canEdit }: { customer: CustomerDetail; canEdit: boolean }) {
  const { data: setting } = useCustomerSetting()
  const update = useUpdateProfile(customer.customerId)
  const steps = stageSteps(setting?.stages ?? [], customer.stageId)
  const now = steps.find((step) => step.state === 'now')
  const bar = useRef<HTMLOListElement>(null)
  // A focus that follows a mouse click shows no ring, so the step is marked until it loses the focus or one is chosen.
  const [asked, setAsked] = useState<StageId>()
  const buttons = () => [...(bar.current?.querySelectorAll('button') ?? [])]
  // Enter then moves the customer to the given stage, or on by one.
  useChatRequest(customer.customerId, 'stage', (given) => {
    const all = buttons()
    const at = steps.findIndex(({ state }) => state === 'now')
    const next = all[steps.findIndex(({ id }) => id === given?.stageId)] ?? all[at + 1] ?? all[at]
    next?.focus()
    // After the focus: the blur of another step asked for before clears the mark.
    setAsked(next && steps[all.indexOf(next)]?.id)
  })
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const all = buttons()
    const at = all.findIndex((it) => it === document.activeElement)
    if (by === 0 || at === -1) return
    event.preventDefault()
    all[at + by]?.focus()
  }
  if (!now) return null
  return (
    <ol ref={bar} className={styles.bar} aria-label={texts.stageNow(now.name)}>
      {steps.map(({ id, name, color, state }) => (
        <li key={id} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          {state === 'now' && <TagDot color={color} />}
          {canEdit ? (
            <button
              type="button"
              title={name}
              aria-pressed={state === 'now'}
              data-asked={id === asked || undefined}
              onKeyDown={step}
              onBlur={() => setAsked(undefined)}
              onClick={() => {
                setAsked(undefined)
                if (id !== customer.stageId) update.mutate({ stageId: id })
              }}
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

type StageStep = Stage & { state: 'done' | 'now' | 'ahead' }

/** The stages in order with the current one. Without a stage the first one is current. */
export function stageSteps(stages: readonly Stage[], stageId: StageId | null): StageStep[] {
  const sorted = stages.toSorted((a, b) => a.position - b.position)
  const now = Math.max(
    0,
    sorted.findIndex((stage) => stage.id === stageId),
  )
  return sorted.map((stage, at) => ({ ...stage, state: at < now ? 'done' : at === now ? 'now' : 'ahead' }))
}
