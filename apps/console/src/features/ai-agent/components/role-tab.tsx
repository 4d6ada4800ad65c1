import { AI_ADDRESSES, AI_EMOJI, AI_LENGTH_NAMES, AI_LIMITS, AI_TONES } from '@ruwu/contract'
import {
  AI_ADDRESS_LABELS,
  AI_EMOJI_LABELS,
  AI_LENGTH_LABELS,
  AI_TONE_LABELS,
  INPUT_PLACEHOLDER,
  lengthCounter,
} from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Input } from 'antd'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Field, FieldError, FieldRows } from '../../../form/field.tsx'
import type { ImageLimit } from '../../../form/image-check.ts'
import { useImageUpload } from '../../../form/use-image-upload.ts'
import { AiAvatar } from '../../preview/index.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-agent-form.ts'
import type { PartProps } from './config-panel.tsx'
import { Choices, SwitchField } from './draft-fields.tsx'
import styles from './role-tab.module.css'

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

const LIMIT: ImageLimit = { types: ['image/jpeg', 'image/png'], maxBytes: 2 * 1024 * 1024 }

type AvatarFieldProps = { url: string; onChange: (url: string) => void; children: ReactNode }

/** The AI's avatar before its name field, the upload button after it. */
function AvatarField({ url, onChange, children }: AvatarFieldProps) {
  const { input, isUploading, problem, choose } = useImageUpload({ limit: LIMIT, isPrivate: false, onChange })
  return (
    <>
      <AiAvatar url={url} />
      {children}
      <input
        ref={input}
        className="sr-only"
        type="file"
        tabIndex={-1}
        accept={LIMIT.types.join(',')}
        aria-label={texts.avatar}
        onChange={choose}
      />
      <Button busy={isUploading} onClick={() => input.current?.click()}>
        {isUploading ? texts.uploading : texts.changeAvatar}
      </Button>
      {url && (
        <IconButton label={texts.removeAvatar} title={texts.removeAvatar} onClick={() => onChange('')}>
          <X size={15} aria-hidden="true" />
        </IconButton>
      )}
      {problem && <FieldError text={problem} />}
    </>
  )
}
