import {
  ChannelLimits,
  ChannelSettingFields,
  FOLLOW_GROUPS,
  type ChannelSetting,
  type FollowGroup,
} from '@ruwu/contract'
import { problemsOf } from '../../form/problems.ts'
import { settingTexts as texts } from './setting-texts.ts'

export type SettingDraft = ChannelSettingFields

/** Field path to error message. */
export type SettingErrors = Record<string, string>

/** The fields a sub-account takes over from its main account when it follows a group. */
const groupFields = {
  profile: ['profile'],
  reception: ['agentIds'],
  welcome: ['welcome'],
  notice: ['authWarnDays'],
  guard: ['wordLevel', 'contactLevel', 'repeatCount', 'reserveForHuman', 'limits'],
} as const satisfies Record<FollowGroup, readonly (keyof SettingDraft)[]>

/** Only the fields the form saves. */
export function draftOf(setting: ChannelSetting): SettingDraft {
  const { remark, profile, planId, agentIds, welcome, authWarnDays, wordLevel, contactLevel } = setting
  const { repeatCount, reserveForHuman, limits, follow } = setting
  return {
    remark,
    profile,
    planId,
    agentIds,
    welcome,
    authWarnDays,
    wordLevel,
    contactLevel,
    repeatCount,
    reserveForHuman,
    limits,
    follow,
  }
}

/** Effective values: the main account's in followed groups. */
export function withFollowed(draft: SettingDraft, main: ChannelSetting | undefined): SettingDraft {
  if (!main) return draft
  const followed = FOLLOW_GROUPS.filter((group) => draft.follow[group]).flatMap((group) => groupFields[group])
  return { ...draft, ...Object.fromEntries(followed.map((field) => [field, main[field]])) }
}

/** The server's checks, so that the messages agree. */
export function checkDraft(draft: SettingDraft): SettingErrors {
  return problemsOf(ChannelSettingFields.safeParse(draft))
}

const limitNames = ChannelLimits.keyof().options

type Named = { label: string; read: (draft: SettingDraft) => unknown }

const named: Named[] = [
  { label: texts.remark, read: (it) => it.remark.trim() },
  { label: texts.profile, read: (it) => Object.values(it.profile).map((text) => text.trim()) },
  { label: texts.plan, read: (it) => it.planId },
  { label: texts.agents, read: (it) => it.agentIds.toSorted() },
  { label: texts.welcome, read: (it) => it.welcome },
  { label: texts.authWarnDays, read: (it) => it.authWarnDays },
  { label: texts.wordLevel, read: (it) => it.wordLevel },
  { label: texts.contactLevel, read: (it) => it.contactLevel },
  { label: texts.repeatCount, read: (it) => it.repeatCount },
  { label: texts.reserveForHuman, read: (it) => it.reserveForHuman },
  { label: texts.limits, read: (it) => limitNames.map((name) => it.limits[name]) },
  { label: texts.follow, read: (it) => FOLLOW_GROUPS.map((group) => it.follow[group]) },
]

/** The labels of the fields in which two drafts differ. */
export const changesBetween = (a: SettingDraft, b: SettingDraft) =>
  named.filter(({ read }) => JSON.stringify(read(a)) !== JSON.stringify(read(b))).map(({ label }) => label)
