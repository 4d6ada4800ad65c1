import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Input } from 'antd'
import { Plus, X } from 'lucide-react'
import type { DraftErrors } from '../agent-draft.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-agent-form.ts'
import { useRowFocus } from '../../../form/use-kept-focus.ts'
import styles from './rows.module.css'

type LineListProps = {
  /** Path of the field in the draft. */
  path: string
  label: string
  lines: readonly string[]
  errors: DraftErrors
  charsMax: number
  linesMax: number
  placeholder?: string
  onChange: (lines: string[]) => void
}

/** Editable list of text lines. */
export function LineList({ path, label, lines, errors, charsMax, linesMax, placeholder, onChange }: LineListProps) {
  useRowFocus(lines.length, { newRow: fieldId(`${path}.${lines.length - 1}`), addButton: fieldId(path) })
  return (
    <div className={styles.rows}>
      {lines.map((line, index) => {
        const id = fieldId(`${path}.${index}`)
        const error = errors[`${path}.${index}`]
        return (
          // Lines have no id; the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.row}>
            <div>
              <Input
                id={id}
                aria-label={texts.line(label, index + 1)}
                aria-invalid={Boolean(error)}
                aria-describedby={error && `${id}-note`}
                status={error ? 'error' : ''}
                placeholder={placeholder ?? INPUT_PLACEHOLDER}
                value={line}
                suffix={lengthCounter(line, charsMax) ?? <span />}
                onChange={(event) => onChange(lines.with(index, event.target.value))}
              />
              {error && (
                <p id={`${id}-note`} className={styles.error} role="alert">
                  {error}
                </p>
              )}
            </div>
            <IconButton label={texts.removeLine(label, index + 1)} onClick={() => onChange(lines.toSpliced(index, 1))}>
              <X size={15} aria-hidden="true" />
            </IconButton>
          </div>
        )
      })}
      <div className={styles.add}>
        <Button
          id={fieldId(path)}
          size="sm"
          disabled={lines.length >= linesMax}
          onClick={() => onChange([...lines, ''])}
        >
          <Plus size={14} aria-hidden="true" />
          {texts.addLine}
        </Button>
        <small>{texts.count(lines.length, linesMax)}</small>
      </div>
    </div>
  )
}
