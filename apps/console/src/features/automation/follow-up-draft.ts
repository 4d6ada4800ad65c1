import {
  FOLLOW_UP_LIMITS,
  type FollowUpCard,
  FollowUpSetting,
  type FollowUpStep,
  type FollowUpVersion,
} from '@ruwu/contract'
import { problemsOf } from '../../form/problems.ts'
import { texts } from './texts.ts'

const HOUR = 60

export const draftOf = ({ enabled, steps, quiet }: FollowUpCard): FollowUpSetting => ({ enabled, steps, quiet })

export const isSameDraft = (one: FollowUpSetting, other: FollowUpSetting) =>
  JSON.stringify(one) === JSON.stringify(other)

export const saveBody = ({ version }: FollowUpCard, draft: FollowUpSetting): FollowUpVersion => ({ ...draft, version })

export const checkDraft = (draft: FollowUpSetting) => problemsOf(FollowUpSetting.safeParse(draft))

/** The first invalid field in the order of the form. */
export function firstBad(problems: Record<string, string>): string | undefined {
  const order = Array.from({ length: FOLLOW_UP_LIMITS.steps }, (_step, index) => [
    `steps.${index}.minutes`,
    `steps.${index}.text`,
  ]).flat()
  return order.find((field) => problems[field]) ?? Object.keys(problems)[0]
}

export const withStep = (draft: FollowUpSetting, index: number, change: Partial<FollowUpStep>): FollowUpSetting => ({
  ...draft,
  steps: draft.steps.map((step, at) => (at === index ? { ...step, ...change } : step)),
})

export const clockOf = (minutes: number) => ({ hours: Math.floor(minutes / HOUR), minutes: minutes % HOUR })

export const minutesOf = ({ hours, minutes }: { hours: number; minutes: number }) => hours * HOUR + minutes

/** 15 分钟, 2 小时, 1 小时 30 分钟. */
export function silenceText(total: number): string {
  const { hours, minutes } = clockOf(total)
  const parts = [hours > 0 && `${hours} ${texts.hours}`, minutes > 0 && `${minutes} ${texts.minutes}`]
  return parts.filter(Boolean).join(' ')
}
