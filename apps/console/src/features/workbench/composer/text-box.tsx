import type { GuardHit } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react'
import type { Span } from './insert-text.ts'
import { markText } from './guard/mark-text.ts'
import styles from './text-box.module.css'

type TextBoxProps = {
  ref: Ref<HTMLTextAreaElement>
  value: string
  label: string
  placeholder: string
  hits: readonly GuardHit[]
  isInvalid: boolean
  describedBy: string | undefined
  /** The option list controlled from here, and its active row. */
  listId: string | undefined
  activeId: string | undefined
  onChange: (value: string, caret: number) => void
  onSelect: (selection: Span) => void
  onBlur: () => void
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void
}

/**
 * A textarea over a copy of its text: the copy gives the box its height and underlines compliance hits, which a
 * textarea cannot.
 */
export function TextBox({
  ref,
  value,
  label,
  hits,
  isInvalid,
  describedBy,
  listId,
  activeId,
  onChange,
  onSelect,
  ...rest
}: TextBoxProps) {
  return (
    <div className={styles.scroll}>
      <div className={styles.box}>
        <div className={styles.copy} aria-hidden="true">
          {markText(value, hits).map(({ start, text, level }) =>
            level ? (
              <mark key={start} className={cx(styles.mark, level === 'block' && styles.block)}>
                {text}
              </mark>
            ) : (
              <span key={start}>{text}</span>
            ),
          )}
          {/* A trailing empty line needs a height too. */}
          {'\u200b'}
        </div>
        <textarea
          {...rest}
          ref={ref}
          className={styles.text}
          rows={1}
          value={value}
          aria-label={label}
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={activeId}
          onChange={({ target }) => onChange(target.value, target.selectionStart)}
          onSelect={({ currentTarget: { selectionStart: start, selectionEnd: end } }) => onSelect({ start, end })}
        />
      </div>
    </div>
  )
}
