import { InputNumber } from 'antd'
import { Field } from '../../../../form/field.tsx'
import { settingTexts as texts } from '../../setting-texts.ts'
import { fieldId } from '../../use-setting-form.ts'
import { SettingSection, type SectionProps } from './setting-section.tsx'

const LEAST = 1
const MOST = 7

export function NoticeSection(props: SectionProps) {
  const { draft, errors, onChange } = props
  return (
    <SettingSection {...props} id="notice" group="notice">
      <Field
        id={fieldId('authWarnDays')}
        label={texts.authWarnDays}
        error={errors.authWarnDays}
        hint={texts.authWarnHint}
      >
        {(control) => (
          <InputNumber
            {...control}
            min={LEAST}
            max={MOST}
            precision={0}
            suffix={texts.days}
            value={draft.authWarnDays}
            onChange={(days) => onChange({ authWarnDays: days ?? LEAST })}
          />
        )}
      </Field>
    </SettingSection>
  )
}
