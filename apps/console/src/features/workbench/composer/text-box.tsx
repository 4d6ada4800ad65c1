import type { GuardHit } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react'
import type { Span } from './insert-text.ts'
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

type MarkedPart = { start: number; text: string; level: GuardHit['level'] | undefined }

type Mark = Pick<GuardHit, 'start' | 'end' | 'level'>

/** Splits a text at its hits, in order; the concatenated parts equal the text. */
export function markText(text: string, hits: readonly Mark[]): MarkedPart[] {
  const parts: MarkedPart[] = []
  let end = 0
  for (const hit of hits.filter((it) => it.end > it.start).toSorted((one, other) => one.start - other.start)) {
    if (hit.start < end || hit.end > text.length) continue
    parts.push({ start: end, text: text.slice(end, hit.start), level: undefined })
    parts.push({ start: hit.start, text: text.slice(hit.start, hit.end), level: hit.level })
    end = hit.end
  }
  parts.push({ start: end, text: text.slice(end), level: undefined })
  return parts.filter((it) => it.text !== '')
}
