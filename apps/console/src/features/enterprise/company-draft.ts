import { type Enterprise, EnterpriseFields } from '@ruwu/contract'
import { TIME_ZONE_LABELS, zoneOffsetMs } from '@ruwu/domain'
import { problemsOf } from '../../form/problems.ts'
import { texts } from './texts.ts'

const FIELDS = EnterpriseFields.keyof().options

/** Only the fields the form saves. */
export const draftOf = (enterprise: Enterprise): EnterpriseFields =>
  Object.fromEntries(FIELDS.map((name) => [name, enterprise[name]])) as EnterpriseFields

const shown = (value: string | boolean | number) => (typeof value === 'string' ? value.trim() : value)

export const changesBetween = (one: EnterpriseFields, other: EnterpriseFields) =>
  FIELDS.filter((name) => shown(one[name]) !== shown(other[name])).map((name) => texts[name])

export const checkDraft = (draft: EnterpriseFields) => problemsOf(EnterpriseFields.safeParse(draft))

const HOUR_MS = 3_600_000

/** Time zones to choose from with their offset of that moment, in whole or half hours; includes the current one. */
export function zoneOptions(current: string, now: Date) {
  const zones = [...new Set([...Object.keys(TIME_ZONE_LABELS), current])]
  return zones.map((value) => {
    const hours = zoneOffsetMs(now, value) / HOUR_MS
    return { value, label: texts.zone(TIME_ZONE_LABELS[value] ?? value, hours < 0 ? String(hours) : `+${hours}`) }
  })
}
