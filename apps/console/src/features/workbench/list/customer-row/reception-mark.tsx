import type { ReceptionType } from '@ruwu/contract'
import { SenderGlyph, cx, type SenderGlyphName } from '@ruwu/ui'
import styles from './reception-mark.module.css'

const marks: Record<ReceptionType, { glyph: SenderGlyphName; label: string }> = {
  ai_agent: { glyph: 'spark', label: 'AI' },
  workflow: { glyph: 'flow', label: '流程' },
  manual: { glyph: 'person', label: '人工' },
}

/** Reception type as glyph, text and colour; 待接手 while a person is expected who has not answered yet. */
export function ReceptionMark({ type, isExpected = false }: { type: ReceptionType; isExpected?: boolean }) {
  const { glyph, label } = marks[type]
  if (isExpected) return <span className={cx(styles.mark, styles.expected)}>待接手</span>
  return (
    <span className={cx(styles.mark, styles[type])}>
      <SenderGlyph name={glyph} />
      {label}
    </span>
  )
}
