import { type CustomerSetting, CustomerSettingFields } from '@ruwu/contract'
import { problemsOf } from '../../form/problems.ts'
import { texts } from './texts.ts'

/** Only what the form saves; the order of the stages is their position. */
export function draftOf(setting: CustomerSetting): CustomerSettingFields {
  const { version: _version, stages: kept, ...fields } = setting
  const stages = kept.toSorted((a, b) => a.position - b.position).map(({ id, name, color }) => ({ id, name, color }))
  return { stages, ...fields }
}

const sections: [label: string, read: (draft: CustomerSettingFields) => unknown][] = [
  [texts.stages, ({ stages }) => stages],
  [texts.dedupe, ({ dedupe }) => dedupe],
  [texts.writeTo.phone, ({ writeTo }) => writeTo.phone],
  [texts.writeTo.wechat, ({ writeTo }) => writeTo.wechat],
  [texts.overwrite, ({ overwrite }) => overwrite],
  [texts.linkStage, ({ linkStage }) => linkStage],
  [texts.maskPhone, ({ maskPhone }) => maskPhone],
  [texts.keepFamiliar, ({ keepFamiliar }) => keepFamiliar],
  [texts.reasons, ({ transferReasons }) => transferReasons],
  [texts.unansweredMinutes, ({ unansweredMinutes }) => unansweredMinutes],
]

export const changesBetween = (one: CustomerSettingFields, other: CustomerSettingFields) =>
  sections.filter(([, read]) => JSON.stringify(read(one)) !== JSON.stringify(read(other))).map(([label]) => label)

export const checkDraft = (draft: CustomerSettingFields) => problemsOf(CustomerSettingFields.safeParse(draft))
