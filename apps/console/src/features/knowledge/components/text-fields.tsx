import { ANSWER_CHARS_MAX, KNOWLEDGE_FILE_TYPES, type KnowledgeType, type RelationId } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Input, Segmented } from 'antd'
import { Field, FieldGroup } from '../../../form/field.tsx'
import { TEXT_MAX, TITLE_MAX, type Body } from '../knowledge-draft.ts'
import { texts } from '../texts.ts'
import { fieldId, type FieldsProps } from '../use-knowledge-form.ts'
import { FileField } from './file-field.tsx'

type TitleFieldProps = FieldsProps & { required?: boolean; hint?: string }

function TitleField({ draft, errors, onChange, required = false, hint }: TitleFieldProps) {
  return (
    <Field id={fieldId('title')} label={texts.title} required={required} error={errors.title} hint={hint}>
      {(control) => (
        <Input
          {...control}
          placeholder={INPUT_PLACEHOLDER}
          value={draft.title}
          suffix={lengthCounter(draft.title, TITLE_MAX) ?? <span />}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      )}
    </Field>
  )
}

type PastedFieldProps = FieldsProps & { label: string; hint?: string; placeholder?: string }

function PastedField({ draft, errors, onChange, label, hint, placeholder = INPUT_PLACEHOLDER }: PastedFieldProps) {
  return (
    <Field
      id={fieldId('text')}
      label={label}
      required
      error={errors.text}
      hint={lengthCounter(draft.text, TEXT_MAX) ?? hint}
    >
      {(control) => (
        <Input.TextArea
          {...control}
          autoSize={{ minRows: 8, maxRows: 20 }}
          placeholder={placeholder}
          value={draft.text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      )}
    </Field>
  )
}

type BodyChoiceProps<T extends Body> = { names: Record<T, string>; value: Body; onChange: (body: T) => void }

function BodyChoice<T extends Body>({ names, value, onChange }: BodyChoiceProps<T>) {
  const options = (Object.keys(names) as T[]).map((body) => ({ value: body, label: names[body] }))
  return (
    <FieldGroup label={texts.body}>
      <Segmented<T> aria-label={texts.body} options={options} value={value as T} onChange={onChange} />
    </FieldGroup>
  )
}

type DocFieldsProps = FieldsProps & {
  relationId: RelationId
  type: Extract<KnowledgeType, 'doc' | 'goods'>
  /** The file that was learned; empty without one. */
  fileName: string
  disabled: boolean
}

const SHEETS = ['xlsx'] as const

/** 文档 and 商品服务表: a file, or what would stand in it. */
export function DocFields({ relationId, type, fileName, disabled, ...fields }: DocFieldsProps) {
  const { draft, errors, onChange } = fields
  const isFile = draft.body === 'file'
  return (
    <>
      <BodyChoice names={texts.bodies} value={draft.body} onChange={(body) => onChange({ body })} />
      {isFile ? (
        <FileField
          id={fieldId('file')}
          relationId={relationId}
          types={type === 'goods' ? SHEETS : KNOWLEDGE_FILE_TYPES}
          keptName={fileName}
          error={errors.file}
          disabled={disabled}
          onChange={(file) => onChange({ file })}
        />
      ) : type === 'goods' ? (
        <PastedField {...fields} label={texts.goodsText} hint={texts.goodsHint} placeholder={texts.goodsPlaceholder} />
      ) : (
        <PastedField {...fields} label={texts.text} />
      )}
      <TitleField {...fields} required={!isFile} hint={isFile ? texts.docTitleHint : undefined} />
    </>
  )
}

/** 网页: its address; what it says can be pasted where it cannot be read. */
export function WebFields(fields: FieldsProps) {
  const { draft, errors, onChange } = fields
  return (
    <>
      <Field id={fieldId('url')} label={texts.url} required error={errors.url} hint={texts.urlHint}>
        {(control) => (
          <Input
            {...control}
            data-autofocus
            inputMode="url"
            placeholder="https://"
            value={draft.url}
            onChange={({ target }) => onChange({ url: target.value })}
          />
        )}
      </Field>
      <BodyChoice names={texts.webBodies} value={draft.body} onChange={(body) => onChange({ body })} />
      {draft.body === 'text' && <PastedField {...fields} label={texts.text} />}
      <TitleField {...fields} hint={texts.webTitleHint} />
    </>
  )
}

/** 图片: what it shows, in words. */
export function ImageFields(fields: FieldsProps) {
  const { draft, errors, onChange } = fields
  return (
    <>
      <TitleField {...fields} required />
      <Field
        id={fieldId('answer')}
        label={texts.description}
        required
        error={errors.answer}
        hint={lengthCounter(draft.answer, ANSWER_CHARS_MAX) ?? texts.descriptionHint}
      >
        {(control) => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 4, maxRows: 12 }}
            placeholder={INPUT_PLACEHOLDER}
            value={draft.answer}
            onChange={({ target }) => onChange({ answer: target.value })}
          />
        )}
      </Field>
    </>
  )
}
