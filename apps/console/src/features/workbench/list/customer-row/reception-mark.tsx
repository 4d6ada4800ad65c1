import type { ReceptionType } from '@ruwu/contract'
import { SpeakerGlyph, cx, type SpeakerGlyphName } from '@ruwu/ui'
import styles from './reception-mark.module.css'

const marks: Record<ReceptionType, { glyph: SpeakerGlyphName; label: string }> = {
  ai_agent: { glyph: 'spark', label: 'AI' },
  workflow: { glyph: 'flow', label: '流程' },
  manual: { glyph: 'person', label: '人工' },
}

/** Reception type as glyph, text and colour. */
export function ReceptionMark({ type }: { type: ReceptionType }) {
  const { glyph, label } = marks[type]
  return (
    <span className={cx(styles.mark, styles[type])}>
      <SpeakerGlyph name={glyph} />
      {label}
    </span>
  )
}
