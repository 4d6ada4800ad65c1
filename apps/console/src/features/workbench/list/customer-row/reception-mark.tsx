import type { ReceptionType } from '@ruwu/contract'
import { SpeakerGlyph, cx, type SpeakerGlyphName } from '@ruwu/ui'
import styles from './reception-mark.module.css'

const marks: Record<ReceptionType, { glyph: SpeakerGlyphName; word: string }> = {
  ai_agent: { glyph: 'spark', word: 'AI' },
  workflow: { glyph: 'flow', word: '流程' },
  manual: { glyph: 'person', word: '人工' },
}

/** Reception type as glyph, text and colour. */
export function ReceptionMark({ type }: { type: ReceptionType }) {
  const { glyph, word } = marks[type]
  return (
    <span className={cx(styles.mark, styles[type])}>
      <SpeakerGlyph name={glyph} />
      {word}
    </span>
  )
}
