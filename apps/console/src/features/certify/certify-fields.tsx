import { LETTER_MAX_BYTES, LICENSE_MAX_BYTES, SUBJECT_TYPES } from '@ruwu/contract'
import { SUBJECT_TYPE_LABELS } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { FileCheck, X } from 'lucide-react'
import { Field, FieldError, FieldGroup } from '../../form/field.tsx'
import { ImageField } from '../../form/image-field.tsx'
import { useImageUpload } from '../../form/use-image-upload.ts'
import { TextField } from '../../form/text-field.tsx'
import type { CertifyFormState } from './use-certify.ts'
import { texts } from './texts.ts'
import styles from './certify.module.css'

const LICENSE = { types: ['image/jpeg', 'image/png'], maxBytes: LICENSE_MAX_BYTES }
const LETTER = { types: ['application/pdf', 'image/jpeg', 'image/png'], maxBytes: LETTER_MAX_BYTES }

type StepProps = { form: CertifyFormState }

/** Props of a text field. */
const textOf = (
  { draft, errors, setField }: CertifyFormState,
  name: 'subjectName' | 'creditCode' | 'legalPerson' | 'contactName' | 'contactTelephone' | 'smsCode',
) => ({
  id: `certify-${name}`,
  label: texts[name],
  value: draft[name],
  error: errors[name],
  autoComplete: 'off',
  onChange: (event: { target: { value: string } }) => setField(name, event.target.value),
})

export function SubjectStep({ form }: StepProps) {
  const { draft, errors, setField } = form
  return (
    <>
      <FieldGroup label={texts.subjectType}>
        <div className={styles.choices}>
          {SUBJECT_TYPES.map((type) => (
            <label key={type}>
              <input
                type="radio"
                name="certify-subjectType"
                checked={draft.subjectType === type}
                onChange={() => setField('subjectType', type)}
              />
              {SUBJECT_TYPE_LABELS[type]}
            </label>
          ))}
        </div>
      </FieldGroup>
      <TextField {...textOf(form, 'subjectName')} maxLength={60} />
      <TextField {...textOf(form, 'creditCode')} maxLength={20} spellCheck={false} />
      <TextField {...textOf(form, 'legalPerson')} maxLength={40} />
      <Field
        id="certify-licenseUrl"
        label={texts.license}
        error={errors.licenseUrl}
        hint={texts.licenseHint}
        className={styles.upload}
      >
        {({ id, 'aria-describedby': describedBy }) => (
          <ImageField
            id={id}
            label={texts.license}
            url={draft.licenseUrl}
            limit={LICENSE}
            isPrivate
            outlivesField
            describedBy={describedBy}
            onChange={(url) => setField('licenseUrl', url)}
          />
        )}
      </Field>
    </>
  )
}

export function ContactStep({ form }: StepProps) {
  const { sms, errors, draft, setField } = form
  return (
    <>
      <TextField {...textOf(form, 'contactName')} maxLength={30} />
      <TextField {...textOf(form, 'contactTelephone')} inputMode="tel" maxLength={20} />
      <TextField
        {...textOf(form, 'smsCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        hint={sms.note}
        beside={
          <Button size="xl" busy={sms.isSending} disabled={sms.resend.isResting} onClick={() => void sms.send()}>
            {sms.resend.text || texts.sendSms}
          </Button>
        }
      />
      <Field
        id="certify-letterUrl"
        label={texts.letter}
        error={errors.letterUrl}
        hint={texts.letterHint}
        className={styles.upload}
      >
        {({ id, 'aria-describedby': describedBy }) => (
          <LetterField
            id={id}
            url={draft.letterUrl}
            describedBy={describedBy}
            onChange={(url) => setField('letterUrl', url)}
          />
        )}
      </Field>
    </>
  )
}

type LetterFieldProps = { id: string; url: string; describedBy: string | undefined; onChange: (url: string) => void }

/** A document or picture; its content is not drawn. */
function LetterField({ id, url, describedBy, onChange }: LetterFieldProps) {
  const { input, isUploading, problem, choose } = useImageUpload({
    limit: LETTER,
    isPrivate: true,
    outlivesField: true,
    onChange,
  })
  const label = isUploading ? texts.uploading : url ? texts.letterReplace : texts.letterChoose
  return (
    <div className={styles.letter}>
      <input
        ref={input}
        id={id}
        className="sr-only"
        type="file"
        tabIndex={-1}
        accept={LETTER.types.join(',')}
        aria-label={texts.letter}
        aria-describedby={describedBy}
        onChange={choose}
      />
      {url && (
        <span className={styles.chosen}>
          <FileCheck size={16} strokeWidth={1.75} aria-hidden="true" />
          {texts.letterChosen}
          <IconButton label={texts.letterRemove} onClick={() => onChange('')}>
            <X size={14} aria-hidden="true" />
          </IconButton>
        </span>
      )}
      <Button busy={isUploading} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {problem && <FieldError text={problem} />}
    </div>
  )
}
