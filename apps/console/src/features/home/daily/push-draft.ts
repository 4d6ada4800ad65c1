import { DailyPush, type DailyTarget, ROBOT_TYPES, type RobotType, SITE_TARGET } from '@ruwu/contract'
import { problemsOf } from '../../../form/problems.ts'
import { texts } from './texts.ts'

/** One address per kind of robot; an empty one is no target. */
export type PushDraft = { enabled: boolean; time: string; isSite: boolean; urls: Record<RobotType, string> }

export const draftOf = ({ enabled, time, targets }: DailyPush): PushDraft => ({
  enabled,
  time,
  isSite: targets.some(({ type }) => type === SITE_TARGET),
  urls: { 2: urlOf(targets, 2), 4: urlOf(targets, 4) },
})

const urlOf = (targets: readonly DailyTarget[], type: RobotType) =>
  targets.find((each) => each.type === type)?.url ?? ''

export const pushOf = ({ enabled, time, isSite, urls }: PushDraft): DailyPush => ({
  enabled,
  time,
  targets: [...(isSite ? [SITE] : []), ...ROBOT_TYPES.flatMap((type) => robotAt(type, urls[type].trim()))],
})

const SITE: DailyTarget = { type: SITE_TARGET, url: '' }
const robotAt = (type: RobotType, url: string): DailyTarget[] => (url ? [{ type, url }] : [])

/** Field of an error: the position of a target depends on those before it. */
export const urlField = (draft: PushDraft, type: RobotType) =>
  `targets.${pushOf(draft).targets.findIndex((target) => target.type === type)}.url`

export function problemsOfPush(draft: PushDraft): Record<string, string> {
  const badUrls = ROBOT_TYPES.filter((type) => draft.urls[type].trim() && !/^https:\/\/./.test(draft.urls[type].trim()))
  return {
    ...problemsOf(DailyPush.safeParse(pushOf(draft))),
    ...Object.fromEntries(badUrls.map((type) => [urlField(draft, type), texts.badAddress])),
  }
}
