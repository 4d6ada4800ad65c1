import {
  BANNED_WORD_MAX,
  type BannedWord,
  BannedWordFields,
  WORD_CATEGORIES,
  WORD_LEVELS,
  WORD_MATCHES,
  WORD_SOURCES,
} from '@ruwu/contract'
import {
  compileWordPattern,
  GUARD_TEXTS,
  INPUT_PLACEHOLDER,
  lengthCounter,
  WORD_CATEGORY_LABELS,
  WORD_LEVEL_LABELS,
  WORD_MATCH_LABELS,
  WORD_SOURCE_LABELS,
} from '@ruwu/domain'
import { Dialog } from '@ruwu/ui'
import { Input, Radio, Select, Switch } from 'antd'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { optionsOf } from '../../../list/filter-row.tsx'
import { fieldsOf, useSaveWord } from '../banned-word.mutations.ts'
import { texts } from '../texts.ts'

const fieldId = (name: string) => `word-${name}`

const BLANK: BannedWordFields = {
  word: '',
  match: 'contains',
  level: 'block',
  replaceWith: '',
  source: 'all',
  category: 'custom',
  enabled: true,
}

const isSame = (one: BannedWordFields, other: BannedWordFields) => JSON.stringify(one) === JSON.stringify(other)

function check(draft: BannedWordFields): Record<string, string> {
  const problems = problemsOf(BannedWordFields.safeParse(draft))
  const isBad = draft.match === 'regex' && compileWordPattern(draft.word) === undefined
  return isBad && !problems.word ? { ...problems, word: GUARD_TEXTS.pattern } : problems
}

type WordDialogProps = {
  /** Undefined when creating. */
  row: BannedWord | undefined
  onClose: () => void
}

/** A word of the enterprise. */
export function WordDialog({ row, onClose }: WordDialogProps) {
  const save = useSaveWord()
  const { draft, errors, isDirty, isSaving, change, submit, close } = useDraftForm<BannedWord, BannedWordFields>({
    kept: row,
    draftOf: fieldsOf,
    blank: BLANK,
    isSame,
    check,
    save: (fields, base) => save.mutateAsync({ draft: fields, base }),
    isSaving: save.isPending,
    fieldId,
    onClose,
  })
  return (
    <Dialog
      wide
      title={row ? texts.editTitle : texts.create}
      onCancel={close}
      footer={<DraftButtons isDirty={isDirty} isSaving={isSaving} onCancel={close} onSave={submit} />}
    >
      <FieldStack>
        <Field
          id={fieldId('word')}
          label={texts.word}
          required
          error={errors.word}
          hint={draft.match === 'regex' ? texts.patternHint : texts.wordHint}
        >
          {(control) => (
            <Input
              {...control}
              data-autofocus
              placeholder={INPUT_PLACEHOLDER}
              value={draft.word}
              suffix={lengthCounter(draft.word, BANNED_WORD_MAX) ?? <span />}
              onChange={({ target }) => change({ word: target.value })}
            />
          )}
        </Field>
        <FieldGroup label={texts.match}>
          <Radio.Group
            aria-label={texts.match}
            options={optionsOf(WORD_MATCHES, WORD_MATCH_LABELS)}
            value={draft.match}
            onChange={({ target }) => change({ match: target.value as BannedWordFields['match'] })}
          />
        </FieldGroup>
        <FieldGroup label={texts.level} hint={texts.levelHints[draft.level]}>
          <Radio.Group
            aria-label={texts.level}
            options={optionsOf(WORD_LEVELS, WORD_LEVEL_LABELS)}
            value={draft.level}
            onChange={({ target }) => change({ level: target.value as BannedWordFields['level'] })}
          />
        </FieldGroup>
        {draft.level === 'replace' && (
          <Field id={fieldId('replaceWith')} label={texts.replaceWith} required error={errors.replaceWith}>
            {(control) => (
              <Input
                {...control}
                placeholder={INPUT_PLACEHOLDER}
                value={draft.replaceWith}
                suffix={lengthCounter(draft.replaceWith, BANNED_WORD_MAX) ?? <span />}
                onChange={({ target }) => change({ replaceWith: target.value })}
              />
            )}
          </Field>
        )}
        <FieldGroup label={texts.source}>
          <Radio.Group
            aria-label={texts.source}
            options={optionsOf(WORD_SOURCES, WORD_SOURCE_LABELS)}
            value={draft.source}
            onChange={({ target }) => change({ source: target.value as BannedWordFields['source'] })}
          />
        </FieldGroup>
        <Field id={fieldId('category')} label={texts.category}>
          {(control) => (
            <Select
              {...control}
              style={{ width: '100%' }}
              value={draft.category}
              options={optionsOf(WORD_CATEGORIES, WORD_CATEGORY_LABELS)}
              onChange={(category) => change({ category })}
            />
          )}
        </Field>
        <Field id={fieldId('enabled')} label={texts.enabled}>
          {({ id }) => <Switch id={id} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />}
        </Field>
      </FieldStack>
    </Dialog>
  )
}
