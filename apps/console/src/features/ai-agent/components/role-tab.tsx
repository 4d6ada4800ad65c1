import { AI_ADDRESSES, AI_EMOJI, AI_LENGTH_NAMES, AI_LIMITS, AI_TONES } from '@ruwu/contract'
import {
  AI_ADDRESS_LABELS,
  AI_EMOJI_LABELS,
  AI_LENGTH_LABELS,
  AI_TONE_LABELS,
  INPUT_PLACEHOLDER,
  lengthCounter,
} from '@ruwu/domain'
import { Input } from 'antd'
import { Field, FieldRows } from '../../../form/field.tsx'
import { texts } from '../texts.ts'
import { fieldId } from '../use-agent-form.ts'
import { AvatarField } from './avatar-field.tsx'
import { Choices } from './choices.tsx'
import type { PartProps } from './config-panel.tsx'
import styles from './role-tab.module.css'
import { SwitchField } from './switch-field.tsx'

/** Name, avatar and tone of the AI. */
export function RoleTab({ form: { draft, errors, change } }: PartProps) {
  const { role } = draft
  const set = (fields: Partial<typeof role>) => change('role', fields)
  return (
    <FieldRows>
      <Field id={fieldId('role.name')} label={texts.name} required error={errors['role.name']}>
        {(control) => (
          <div className={styles.name}>
            <AvatarField url={role.avatar} onChange={(avatar) => set({ avatar })}>
              <Input
                {...control}
                placeholder={INPUT_PLACEHOLDER}
                value={role.name}
                suffix={lengthCounter(role.name, AI_LIMITS.name) ?? <span />}
                onChange={(event) => set({ name: event.target.value })}
              />
            </AvatarField>
          </div>
        )}
      </Field>
      <Field
        id={fieldId('role.intro')}
        label={texts.intro}
        error={errors['role.intro']}
        hint={lengthCounter(role.intro, AI_LIMITS.intro) ?? texts.introHint}
      >
        {(control) => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 2, maxRows: 5 }}
            placeholder={INPUT_PLACEHOLDER}
            value={role.intro}
            onChange={(event) => set({ intro: event.target.value })}
          />
        )}
      </Field>
      <Field
        id={fieldId('role.business')}
        label={texts.business}
        error={errors['role.business']}
        hint={lengthCounter(role.business, AI_LIMITS.business) ?? texts.businessHint}
      >
        {(control) => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 5, maxRows: 14 }}
            placeholder={INPUT_PLACEHOLDER}
            value={role.business}
            onChange={(event) => set({ business: event.target.value })}
          />
        )}
      </Field>
      <Choices
        label={texts.tone}
        values={AI_TONES}
        labels={AI_TONE_LABELS}
        value={role.tone}
        onChange={(tone) => set({ tone })}
      />
      <Choices
        label={texts.address}
        values={AI_ADDRESSES}
        labels={AI_ADDRESS_LABELS}
        value={role.address}
        onChange={(address) => set({ address })}
      />
      <Choices
        label={texts.length}
        values={AI_LENGTH_NAMES}
        labels={AI_LENGTH_LABELS}
        value={role.length}
        onChange={(length) => set({ length })}
      />
      <Choices
        label={texts.emoji}
        values={AI_EMOJI}
        labels={AI_EMOJI_LABELS}
        value={role.emoji}
        onChange={(emoji) => set({ emoji })}
      />
      <SwitchField
        label={texts.identity}
        text={texts.saysAi}
        checked={role.saysAi}
        onChange={(saysAi) => set({ saysAi })}
      />
    </FieldRows>
  )
}
