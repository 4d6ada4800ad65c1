import { ChannelLimits } from '@ruwu/contract'
import { InputNumber } from 'antd'
import { Field } from '../../../../form/field.tsx'
import type { SettingErrors } from '../../setting-draft.ts'
import { settingTexts as texts } from '../../setting-texts.ts'
import { fieldId } from '../../use-setting-form.ts'
import styles from './limit-fields.module.css'

const units: Record<keyof ChannelLimits, string> = {
  textChars: texts.characters,
  beforeReply: texts.messages,
  replyCount: texts.messages,
  strangersPerDay: texts.people,
  strangersPer10Min: texts.people,
  sameTextBlock: texts.times,
  pacePer10Min: texts.messages,
}

type LimitFieldsProps = { limits: ChannelLimits; errors: SettingErrors; onChange: (limits: ChannelLimits) => void }

/** The platform's quotas. Their bounds come from the contract. */
export function LimitFields({ limits, errors, onChange }: LimitFieldsProps) {
  return (
    <div className={styles.grid}>
      {ChannelLimits.keyof().options.map((name) => {
        const { minValue, maxValue } = ChannelLimits.shape[name]
        const least = minValue ?? 0
        return (
          <Field
            key={name}
            id={fieldId(`limits.${name}`)}
            label={texts.limitNames[name]}
            error={errors[`limits.${name}`]}
          >
            {(control) => (
              <InputNumber
                {...control}
                className={styles.number}
                min={least}
                max={maxValue ?? undefined}
                precision={0}
                suffix={units[name]}
                value={limits[name]}
                onChange={(value) => onChange({ ...limits, [name]: value ?? least })}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}
