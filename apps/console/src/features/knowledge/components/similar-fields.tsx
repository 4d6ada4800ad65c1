import { QUESTION_CHARS_MAX, SIMILAR_MAX } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { FieldGroup } from '../../../form/field.tsx'
import { texts } from '../texts.ts'
import { fieldId, type FieldsProps } from '../use-knowledge-form.ts'
import styles from './similar-fields.module.css'

const rowId = (index: number) => fieldId(`similar.${index}`)

/** Similar questions. Enter adds a row. */
export function SimilarFields({ draft: { similar }, errors, disabled, onChange }: FieldsProps) {
  const list = useRef<HTMLDivElement>(null)
  const isFull = similar.length >= SIMILAR_MAX
  // Rows have no id and are only appended, so the index is the key.
  const rows = similar.map((text, index) => ({ text, index }))
  const write = (index: number, text: string) => onChange({ similar: similar.with(index, text) })
  const focusRow = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus())
  const add = () => {
    if (isFull) return
    onChange({ similar: [...similar, ''] })
    focusRow(similar.length)
  }
  const remove = (index: number) => {
    onChange({ similar: similar.toSpliced(index, 1) })
    focusRow(Math.max(0, index - 1))
  }
  const problem = errors.similar ?? rows.map(({ index }) => errors[`similar.${index}`]).find(Boolean)
  const hint = disabled ? similar.length === 0 && texts.never : texts.similarHint(SIMILAR_MAX)
  return (
    <FieldGroup label={texts.similar} error={problem} hint={hint}>
      <div ref={list} className={styles.rows}>
        {rows.map(({ text, index }) => (
          <div key={index}>
            <Input
              id={rowId(index)}
              aria-label={texts.similarOf(index + 1)}
              aria-invalid={Boolean(errors[`similar.${index}`])}
              status={errors[`similar.${index}`] ? 'error' : undefined}
              placeholder={INPUT_PLACEHOLDER}
              value={text}
              suffix={lengthCounter(text, QUESTION_CHARS_MAX) ?? <span />}
              onChange={({ target }) => write(index, target.value)}
              onPressEnter={(event) => !event.nativeEvent.isComposing && text.trim() && add()}
            />
            {!disabled && (
              <IconButton
                label={texts.removeSimilar(index + 1)}
                title={texts.removeSimilar(index + 1)}
                onClick={() => remove(index)}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            )}
          </div>
        ))}
        {!isFull && !disabled && (
          <Button size="sm" variant="ghost" onClick={add}>
            <Plus size={14} aria-hidden="true" />
            {texts.addSimilar}
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}
