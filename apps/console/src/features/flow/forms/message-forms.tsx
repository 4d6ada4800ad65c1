import { FLOW_ANSWER_KINDS, FLOW_LIMITS, type FlowNodeOf } from '@ruwu/contract'
import { fillVariables, FLOW_ANSWER_LABELS, INPUT_PLACEHOLDER, lengthCounter, numberedText } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Input, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Field, FieldGroup } from '../../../form/field.tsx'
import { ImageField } from '../../../form/image-field.tsx'
import { MoveButtons } from '../../../list/move-buttons.tsx'
import { moved } from '../../../list/reorder.ts'
import { StoredImage } from '../../../stored-file/stored-image.tsx'
import { formTexts as texts } from '../form-texts.ts'
import { newLocalId } from '../graph/node-kinds.ts'
import { CardField, errorOf, fieldId, type FormProps, NumberBox, TargetField, TextBox } from './form-fields.tsx'
import styles from './form-fields.module.css'

const IMAGE_LIMIT = { types: ['image/jpeg', 'image/png'], maxBytes: 10 * 1024 * 1024 }

type SendFormProps = FormProps<'send'> & {
  /** Also called after the form is gone: another node may be selected before the picture is uploaded. */
  onImage: (imageUrl: string | null) => void
}

export function SendForm({ data, errors, onChange, onImage }: SendFormProps) {
  const [tab, setTab] = useState(0)
  const { variants } = data
  const index = Math.min(tab, Math.max(0, variants.length - 1))
  const set = (next: string[], field: string) => onChange({ ...data, variants: next }, field)
  return (
    <>
      <FieldGroup label={texts.variants} hint={texts.variantsHint}>
        <div className={styles.variants} role="tablist" aria-label={texts.variants}>
          {variants.map((_, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a variant is known by its place
            <button key={at} type="button" role="tab" aria-selected={at === index} onClick={() => setTab(at)}>
              {texts.variant(at + 1)}
            </button>
          ))}
          {variants.length < FLOW_LIMITS.variants && (
            <button
              type="button"
              className={styles.more}
              aria-label={texts.addVariant}
              title={texts.addVariant}
              onClick={() => {
                set([...variants, ''], `variants of ${variants.length + 1}`)
                setTab(variants.length)
              }}
            >
              <Plus size={15} aria-hidden="true" />
            </button>
          )}
        </div>
        {variants.length > 0 && (
          <TextBox
            key={index}
            id={fieldId(`variants.${index}`)}
            label={texts.variant(index + 1)}
            value={variants[index] ?? ''}
            max={FLOW_LIMITS.text}
            error={errors[`variants.${index}`]}
            isMessage
            rows={4}
            onChange={(text) => set(variants.with(index, text), `variants.${index}`)}
          />
        )}
        {variants.length > 1 && (
          <Button
            size="sm"
            variant="link"
            onClick={() => set(variants.toSpliced(index, 1), `variants of ${variants.length - 1}`)}
          >
            {texts.removeVariant(index + 1)}
          </Button>
        )}
      </FieldGroup>
      <FieldGroup label={texts.attachImage}>
        <ImageField
          id={fieldId('imageUrl')}
          label={texts.attachImage}
          url={data.imageUrl ?? ''}
          limit={IMAGE_LIMIT}
          isPrivate
          outlivesField
          onChange={(url) => onImage(url || null)}
        />
      </FieldGroup>
      <CardField
        label={texts.attachCard}
        value={data.materialId}
        onChange={(materialId) => onChange({ ...data, materialId }, 'materialId')}
      />
      <Preview text={variants[index] ?? ''} imageUrl={data.imageUrl} />
    </>
  )
}

function Preview({ text, imageUrl }: { text: string; imageUrl?: string | null }) {
  if (text.trim() === '' && !imageUrl) return null
  return (
    <FieldGroup label={texts.preview} hint={texts.previewNote}>
      <div className={styles.preview}>
        <header>{texts.auto}</header>
        {text.trim() !== '' && <p className={styles.bubble}>{fillVariables(text.trim(), texts.sample)}</p>}
        {imageUrl && <StoredImage className={styles.picture} url={imageUrl} alt={texts.image} />}
      </div>
    </FieldGroup>
  )
}

const kindOptions = FLOW_ANSWER_KINDS.map((value) => ({ value, label: FLOW_ANSWER_LABELS[value] }))

export function AskForm({ data, errors, onChange }: FormProps<'ask'>) {
  const set = (part: Partial<FlowNodeOf<'ask'>['data']>) => onChange({ ...data, ...part }, Object.keys(part).join())
  const isChoice = data.kind === 'choice'
  return (
    <>
      <TextBox
        id={fieldId('text')}
        label={texts.question}
        value={data.text}
        max={FLOW_LIMITS.text}
        error={errors.text}
        isMessage
        required
        onChange={(text) => set({ text })}
      />
      <Field id={fieldId('kind')} label={texts.answerKind}>
        {(control) => (
          <Select
            {...control}
            className={styles.wide}
            options={kindOptions}
            value={data.kind}
            onChange={(kind) =>
              set({
                kind,
                ...(kind === 'choice' && data.options.length === 0 && { options: [newOption(), newOption()] }),
              })
            }
          />
        )}
      </Field>
      {isChoice && <OptionList options={data.options} errors={errors} onChange={(options) => set({ options })} />}
      <TargetField
        label={texts.target}
        none={texts.noTarget}
        value={data.field}
        error={errors.field}
        onChange={(field) => set({ field })}
      />
      <NumberBox
        id={fieldId('retries')}
        label={texts.retries}
        value={data.retries}
        min={0}
        max={FLOW_LIMITS.retries}
        unit={texts.retryTimes}
        error={errors.retries}
        onChange={(retries) => set({ retries })}
      />
      {data.retries > 0 && (
        <TextBox
          id={fieldId('retryText')}
          label={texts.retryText}
          value={data.retryText}
          max={200}
          error={errors.retryText}
          isMessage
          required
          rows={2}
          onChange={(retryText) => set({ retryText })}
        />
      )}
      <NumberBox
        id={fieldId('timeoutMinutes')}
        label={texts.timeout}
        value={data.timeoutMinutes}
        min={1}
        max={FLOW_LIMITS.minutes}
        unit={texts.minutes}
        error={errors.timeoutMinutes}
        hint={texts.timeoutHint}
        onChange={(timeoutMinutes) => set({ timeoutMinutes })}
      />
      <Preview text={isChoice ? numberedText(data.text, data.options) : data.text} />
    </>
  )
}

export function MenuForm({ data, errors, onChange }: FormProps<'menu'>) {
  return (
    <>
      <TextBox
        id={fieldId('title')}
        label={texts.menuTitle}
        value={data.title}
        max={FLOW_LIMITS.menuTitle}
        error={errors.title}
        hint={texts.menuHint}
        required
        rows={1}
        onChange={(title) => onChange({ ...data, title }, 'title')}
      />
      <OptionList
        options={data.options}
        errors={errors}
        onChange={(options) => onChange({ ...data, options }, 'options')}
      />
      <Preview text={numberedText(data.title, data.options)} />
    </>
  )
}

export const CardForm = ({ data, errors, onChange }: FormProps<'card'>) => (
  <CardField
    label={texts.chooseCard}
    value={data.materialId}
    error={errors.materialId}
    onChange={(materialId) => onChange({ materialId }, 'materialId')}
  />
)

type Options = FlowNodeOf<'menu'>['data']['options']
const newOption = () => ({ id: newLocalId(), text: '' })

type OptionListProps = { options: Options; errors: Record<string, string>; onChange: (options: Options) => void }

/** Each option keeps its id when it is renamed or moved, and with it its way. */
function OptionList({ options, errors, onChange }: OptionListProps) {
  return (
    <FieldGroup label={texts.options} required error={errors.options ?? errorOf(errors, 'options.')}>
      <ul className={styles.rows}>
        {options.map(({ id, text }, index) => (
          <li key={id} className={styles.row}>
            <Input
              aria-label={texts.option(index + 1)}
              placeholder={INPUT_PLACEHOLDER}
              value={text}
              suffix={lengthCounter(text, FLOW_LIMITS.option) ?? <span />}
              onChange={({ target }) => onChange(options.with(index, { id, text: target.value }))}
            />
            <MoveButtons
              name={texts.option(index + 1)}
              index={index}
              count={options.length}
              onMove={(to) => onChange(moved(options, index, to))}
            />
            <IconButton
              label={texts.removeOption(index + 1)}
              title={texts.removeOption(index + 1)}
              onClick={() => onChange(options.toSpliced(index, 1))}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {options.length < FLOW_LIMITS.options && (
        <Button size="sm" className={styles.add} onClick={() => onChange([...options, newOption()])}>
          <Plus size={14} aria-hidden="true" />
          {texts.addOption}
        </Button>
      )}
    </FieldGroup>
  )
}
