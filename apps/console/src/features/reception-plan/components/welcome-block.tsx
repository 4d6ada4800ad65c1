import {
  type Material,
  type MaterialId,
  PLAN_LIMITS,
  type PlanWelcomePart,
  type RelationId,
  type ReceptionPlanFields,
  type SimpleAccount,
  type Source,
  WELCOME_CHARS_MAX,
  WELCOME_PARTS_MAX,
} from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter, REPLY_VARIABLES, SOURCE_CAPABILITIES } from '@ruwu/domain'
import { Button, IconButton, InfoNote } from '@ruwu/ui'
import { Input, InputNumber, Select, Switch } from 'antd'
import { Contact, ImagePlus, Plus, Trash2 } from 'lucide-react'
import { ImageField } from '../../../form/image-field.tsx'
import { MoveButtons } from '../../../list/move-buttons.tsx'
import { moved } from '../../../list/reorder.ts'
import { useUsableCards } from '../../material/index.ts'
import { accountsCutShort } from '../plan-draft.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-plan-form.ts'
import styles from './block.module.css'
import type { BlockProps } from './plan-editor.tsx'

type Welcome = ReceptionPlanFields['welcome']

/** 欢迎语 of accounts that use their plan's: up to three parts, delay and interval. */
export function WelcomeBlock({ draft, errors, disabled, accounts, onChange }: BlockProps) {
  const { welcome } = draft
  const { parts } = welcome
  const set = (change: Partial<Welcome>) => onChange({ welcome: { ...welcome, ...change } })
  const cards = useCards(accounts)
  const add = (part: PlanWelcomePart) => set({ parts: [...parts, part] })
  const [firstCard] = cards
  const cut = accountsCutShort(accounts, parts, cards)
  const [least] = cut
  return (
    <section className={styles.block} aria-label={texts.fields.welcome}>
      <header className={styles.head}>
        <h3>{texts.fields.welcome}</h3>
        <Switch
          aria-label={texts.fields.welcome}
          disabled={disabled}
          checked={welcome.enabled}
          onChange={(enabled) => set({ enabled })}
        />
        {welcome.enabled && <span className={styles.end}>{texts.parts(parts.length, WELCOME_PARTS_MAX)}</span>}
      </header>
      {welcome.enabled && (
        <>
          <ol className={styles.rows}>
            {Array.from(parts.entries(), ([index, part]) => (
              // Parts have no id; every field is controlled by the draft, so the index is the key.
              <li key={index} className={styles.part}>
                <PartFields
                  part={part}
                  index={index}
                  cards={cards}
                  accounts={accounts}
                  disabled={disabled}
                  error={partError(errors, index)}
                  onChange={(next) => set({ parts: parts.with(index, next) })}
                />
                {!disabled && (
                  <PartTools
                    index={index}
                    count={parts.length}
                    onMove={(to) => set({ parts: moved(parts, index, to) })}
                    onRemove={() => set({ parts: parts.toSpliced(index, 1) })}
                  />
                )}
              </li>
            ))}
          </ol>
          {errors['welcome.parts'] && (
            <p className={styles.error} role="alert">
              {errors['welcome.parts']}
            </p>
          )}
          {least && <InfoNote>{texts.partsCut(least.name, cut.length - 1, least.sent)}</InfoNote>}
          {!disabled && parts.length < WELCOME_PARTS_MAX && (
            <div className={styles.tools}>
              <Button size="sm" onClick={() => add({ type: 'text', text: '' })}>
                <Plus size={14} aria-hidden="true" />
                {texts.addText}
              </Button>
              <Button size="sm" onClick={() => add({ type: 'image', url: '' })}>
                <ImagePlus size={14} aria-hidden="true" />
                {texts.addImage}
              </Button>
              {firstCard && (
                <Button size="sm" onClick={() => add({ type: 'card', materialId: firstCard.id })}>
                  <Contact size={14} aria-hidden="true" />
                  {texts.addCard}
                </Button>
              )}
            </div>
          )}
          <div className={styles.line}>
            <label htmlFor={fieldId('welcome.delaySec')}>{texts.delay}</label>
            <InputNumber
              id={fieldId('welcome.delaySec')}
              className={styles.number}
              min={0}
              max={PLAN_LIMITS.delaySec}
              precision={0}
              disabled={disabled}
              value={welcome.delaySec}
              onChange={(value) => set({ delaySec: value ?? 0 })}
            />
            {texts.seconds}
          </div>
          <div className={styles.line}>
            <label htmlFor={fieldId('welcome.everyHours')}>{texts.every}</label>
            <InputNumber
              id={fieldId('welcome.everyHours')}
              className={styles.number}
              min={PLAN_LIMITS.everyHours.min}
              max={PLAN_LIMITS.everyHours.max}
              precision={0}
              disabled={disabled}
              value={welcome.everyHours}
              onChange={(value) => set({ everyHours: value ?? PLAN_LIMITS.everyHours.min })}
            />
            {texts.everyHint}
          </div>
          <p className={styles.hint}>{texts.douyinNote}</p>
        </>
      )}
    </section>
  )
}

const partError = (errors: Record<string, string>, index: number) =>
  ['text', 'url', 'materialId'].map((key) => errors[`welcome.parts.${index}.${key}`]).find(Boolean)

type PartProps = {
  part: PlanWelcomePart
  index: number
  cards: Material[]
  accounts: SimpleAccount[]
  disabled: boolean
  error: string | undefined
  onChange: (part: PlanWelcomePart) => void
}

function PartFields({ part, index, cards, accounts, disabled, error, onChange }: PartProps) {
  const label = texts.part(index + 1)
  const id = fieldId(`welcome.parts.${index}.${part.type === 'image' ? 'url' : 'text'}`)
  const nameOf = (relationId: RelationId) => accounts.find((it) => it.relationId === relationId)?.name ?? ''
  return (
    <div className={styles.grow}>
      {part.type === 'text' && (
        <>
          <Input.TextArea
            id={id}
            aria-label={label}
            aria-invalid={Boolean(error)}
            status={error ? 'error' : undefined}
            autoSize={{ minRows: 2, maxRows: 6 }}
            placeholder={INPUT_PLACEHOLDER}
            disabled={disabled}
            value={part.text}
            onChange={({ target }) => onChange({ type: 'text', text: target.value })}
          />
          {!disabled && (
            <p className={styles.tools}>
              {REPLY_VARIABLES.map((name) => (
                <Button
                  key={name}
                  size="sm"
                  variant="ghost"
                  onClick={() => onChange({ type: 'text', text: `${part.text}{${name}}` })}
                >
                  {`{${name}}`}
                </Button>
              ))}
            </p>
          )}
          <p className={styles.hint}>{lengthCounter(part.text, WELCOME_CHARS_MAX)}</p>
        </>
      )}
      {part.type === 'image' && (
        <ImageField
          id={id}
          label={label}
          url={part.url}
          limit={imageLimit(accounts)}
          isPrivate
          disabled={disabled}
          onChange={(url) => onChange({ type: 'image', url })}
        />
      )}
      {part.type === 'card' && (
        <Select<MaterialId>
          className={styles.wide}
          aria-label={label}
          placeholder={texts.chooseCard}
          showSearch={{ optionFilterProp: 'label' }}
          disabled={disabled}
          value={part.materialId}
          options={cardOptions(cards, part.materialId, nameOf)}
          onChange={(materialId) => onChange({ type: 'card', materialId })}
        />
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

function cardOptions(cards: Material[], chosen: MaterialId, nameOf: (id: RelationId) => string) {
  const options = cards.map(({ id, name, relationId }) => ({ value: id, label: `${name} · ${nameOf(relationId)}` }))
  return options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: texts.cardGone }]
}

type ToolsProps = { index: number; count: number; onMove: (to: number) => void; onRemove: () => void }

function PartTools({ index, count, onMove, onRemove }: ToolsProps) {
  const label = texts.part(index + 1)
  return (
    <div className={styles.row}>
      <MoveButtons name={label} index={index} count={count} onMove={onMove} />
      <IconButton label={`${label} ${texts.remove1}`} onClick={onRemove}>
        <Trash2 size={15} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** The smallest limit of the accounts: a picture has to go through all of them. */
function imageLimit(accounts: SimpleAccount[]) {
  const limits = accounts.flatMap(({ capabilities }) => (capabilities.image ? [capabilities.image] : []))
  return limits.toSorted((a, b) => a.maxBytes - b.maxBytes)[0] ?? SOURCE_CAPABILITIES.redbook.image ?? NO_IMAGE
}

const NO_IMAGE = { types: [], maxBytes: 0 }

/** Cards of the plan's accounts that can be sent at present. */
function useCards(accounts: SimpleAccount[]): Material[] {
  const idsOf = (source: Source) => accounts.filter((it) => it.source === source).map(({ relationId }) => relationId)
  const redbook = useUsableCards('redbook', idsOf('redbook'))
  const douyin = useUsableCards('douyin', idsOf('douyin'))
  return [...(redbook.data ?? []), ...(douyin.data ?? [])]
}
