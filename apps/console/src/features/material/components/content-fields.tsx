import { LEAD_FIELDS } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, LEAD_FIELD_LABELS, lengthCounter } from '@ruwu/domain'
import { Checkbox, Input } from 'antd'
import { Field, FieldGroup } from '../../../form/field.tsx'
import { limitText, type ImageLimit } from '../../../form/image-check.ts'
import { ImageField } from '../../../form/image-field.tsx'
import type { MaterialDraft } from '../material-draft.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-material-form.ts'
import styles from './content-fields.module.css'

const TITLE_MAX = 20
const IMAGE_LIMIT: ImageLimit = { types: ['image/jpeg', 'image/png'], maxBytes: 2 * 1024 * 1024 }

/** The telephone field is mandatory. */
const ALWAYS = 'phone'

const fieldOptions = LEAD_FIELDS.map((value) => ({
  value,
  label: LEAD_FIELD_LABELS[value],
  disabled: value === ALWAYS,
}))

type ContentFieldsProps = {
  draft: MaterialDraft
  errors: Record<string, string>
  isApproved: boolean
  onChange: (part: Partial<MaterialDraft>) => void
}

/** Content the customer sees, sent to the platform. */
export function ContentFields({ draft, errors, isApproved, onChange }: ContentFieldsProps) {
  return (
    <>
      {isApproved && <p className={styles.again}>{texts.again}</p>}
      <Field id={fieldId('title')} label={texts.title} required error={errors.title}>
        {(control) => (
          <Input
            {...control}
            placeholder={INPUT_PLACEHOLDER}
            value={draft.title}
            suffix={lengthCounter(draft.title, TITLE_MAX) ?? <span />}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field
        id={fieldId('image')}
        label={texts.image}
        required
        error={errors.image}
        hint={texts.imageHint(limitText(IMAGE_LIMIT))}
      >
        {({ id, 'aria-describedby': describedBy }) => (
          <ImageField
            id={id}
            label={texts.image}
            url={draft.image}
            limit={IMAGE_LIMIT}
            isPrivate={false}
            describedBy={describedBy}
            onChange={(image) => onChange({ image })}
          />
        )}
      </Field>
      <FieldGroup label={texts.fields} required error={errors.fields}>
        <Checkbox.Group
          options={fieldOptions}
          value={draft.fields}
          onChange={(fields) => onChange({ fields: inOrder(fields) })}
        />
      </FieldGroup>
    </>
  )
}

/** In the form's order, whatever was ticked first; the mandatory field is always included. */
const inOrder = (ticked: readonly string[]) => LEAD_FIELDS.filter((it) => it === ALWAYS || ticked.includes(it))
