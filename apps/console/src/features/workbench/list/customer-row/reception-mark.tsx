import type { ReceptionType } from '@ruwu/contract'
import { SenderGlyph, cx, type SenderGlyphName } from '@ruwu/ui'
import { texts } from '../../texts.ts'
import styles from './reception-mark.module.css'

const glyphs: Record<ReceptionType, SenderGlyphName> = { ai_agent: 'spark', workflow: 'flow', manual: 'person' }

/** Reception type as glyph, text and colour; 待接手 while a person is expected who has not answered yet. */
export function ReceptionMark({ type, isExpected = false }: { type: ReceptionType; isExpected?: boolean }) {
  if (isExpected) return <span className={cx(styles.mark, styles.expected)}>{texts.quick.handoff}</span>
  return (
    <span className={cx(styles.mark, styles[type])}>
      <SenderGlyph name={glyphs[type]} />
      {texts.receptionMarks[type]}
    </span>
  )
}
