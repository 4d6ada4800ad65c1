import { INPUT_PLACEHOLDER } from '@ruwu/domain'
import { Input, InputNumber, type InputProps } from 'antd'
import { Field } from '../../../form/field.tsx'
import type { ModelDraft } from '../model-draft.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-model-form.ts'

type OwnModelFieldsProps = {
  draft: ModelDraft
  errors: Record<string, string>
  /** Last characters of the stored key; empty without one. */
  keyTail: string
  onChange: (part: Partial<ModelDraft>) => void
}

/** Endpoint, key and model names of a custom model. */
export function OwnModelFields({ draft, errors, keyTail, onChange }: OwnModelFieldsProps) {
  return (
    <>
      <Field id={fieldId('baseUrl')} label={texts.baseUrl} required error={errors.baseUrl} hint={texts.baseUrlHint}>
        {(control) => (
          <Input
            {...control}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={texts.baseUrlPlaceholder}
            value={draft.baseUrl}
            onChange={({ target }) => onChange({ baseUrl: target.value })}
          />
        )}
      </Field>
      <Field id={fieldId('key')} label={texts.key} required={!keyTail} error={errors.key} hint={texts.keyHint}>
        {(control) => (
          <Input.Password
            {...control}
            // The browser must neither autofill nor store the provider's key.
            autoComplete="new-password"
            placeholder={keyTail ? texts.keyKept(keyTail) : INPUT_PLACEHOLDER}
            value={draft.key}
            onChange={({ target }) => onChange({ key: target.value })}
          />
        )}
      </Field>
      <Field id={fieldId('model')} label={texts.model} required error={errors.model}>
        {(control) => <NameInput {...control} value={draft.model} onType={(model) => onChange({ model })} />}
      </Field>
      <Field
        id={fieldId('embeddingModel')}
        label={texts.embeddingModel}
        error={errors.embeddingModel}
        hint={texts.embeddingModelHint}
      >
        {(control) => (
          <NameInput
            {...control}
            value={draft.embeddingModel}
            onType={(embeddingModel) => onChange({ embeddingModel })}
          />
        )}
      </Field>
      <Field id={fieldId('timeoutSec')} label={texts.timeout} required error={errors.timeoutSec}>
        {(control) => (
          <InputNumber
            {...control}
            precision={0}
            suffix={texts.seconds}
            value={draft.timeoutSec}
            onChange={(timeoutSec) => onChange({ timeoutSec: timeoutSec ?? 0 })}
          />
        )}
      </Field>
    </>
  )
}

/** A model name as the provider spells it. */
const NameInput = ({ onType, ...rest }: InputProps & { onType: (name: string) => void }) => (
  <Input
    {...rest}
    autoComplete="off"
    spellCheck={false}
    placeholder={INPUT_PLACEHOLDER}
    onChange={({ target }) => onType(target.value)}
  />
)
