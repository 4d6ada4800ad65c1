import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Input } from 'antd'
import { Field, FieldGroup } from '../../../../form/field.tsx'
import type { SettingDraft } from '../../setting-draft.ts'
import { settingTexts as texts } from '../../setting-texts.ts'
import { fieldId } from '../../use-setting-form.ts'
import styles from './basic-section.module.css'
import { SettingSection, type SectionProps } from './setting-section.tsx'

const REMARK_MAX = 20
const PROFILE_MAX = 50

const profileFields: (keyof SettingDraft['profile'])[] = ['brand', 'industry', 'city', 'hours', 'address']

/** Internal remark and the enterprise profile given to the AI. */
export function BasicSection(props: SectionProps) {
  const { draft, errors, canEdit, onChange } = props
  const remark = (
    <Field id={fieldId('remark')} label={texts.remark} error={errors.remark} hint={texts.remarkHint}>
      {(control) => (
        <Input
          {...control}
          placeholder={INPUT_PLACEHOLDER}
          disabled={!canEdit}
          value={draft.remark}
          suffix={lengthCounter(draft.remark, REMARK_MAX) ?? <span />}
          onChange={(event) => onChange({ remark: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <SettingSection {...props} id="basic" group="profile" before={remark}>
      <FieldGroup label={texts.profile} hint={texts.profileHint}>
        <div className={styles.grid}>
          {profileFields.map((name) => (
            <Field
              key={name}
              id={fieldId(`profile.${name}`)}
              label={texts.profileFields[name]}
              error={errors[`profile.${name}`]}
            >
              {(control) => (
                <Input
                  {...control}
                  placeholder={INPUT_PLACEHOLDER}
                  value={draft.profile[name]}
                  suffix={lengthCounter(draft.profile[name], PROFILE_MAX) ?? <span />}
                  onChange={(event) => onChange({ profile: { ...draft.profile, [name]: event.target.value } })}
                />
              )}
            </Field>
          ))}
        </div>
      </FieldGroup>
    </SettingSection>
  )
}
