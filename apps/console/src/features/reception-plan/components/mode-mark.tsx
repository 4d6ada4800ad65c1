import type { PlanMode } from '@ruwu/contract'
import { cx, SenderGlyph, type SenderGlyphName } from '@ruwu/ui'
import { texts } from '../texts.ts'
import styles from './mode-mark.module.css'

const GLYPHS: Record<PlanMode['mode'], SenderGlyphName> = { ai_agent: 'spark', manual: 'person', workflow: 'flow' }

/** Fill of a period by its mode; never by colour alone: the mark beside it differs too. */
export const modeClass = (mode: PlanMode['mode']) => cx(styles.fill, styles[mode])

type ModeMarkProps = {
  mode: PlanMode['mode']
  size?: 'full' | 'short' | 'bare'
  /** Name of the flow. */
  flow?: string | undefined
}

/** Glyph and name of a mode. `short`: for narrow places; `bare`: the glyph alone. */
export function ModeMark({ mode, size = 'full', flow }: ModeMarkProps) {
  const name = flow ?? (size === 'short' ? texts.shortModes[mode] : texts.modes[mode])
  return (
    <span className={cx(styles.mark, styles[`${mode}Text`])}>
      <SenderGlyph name={GLYPHS[mode]} />
      {size !== 'bare' && name}
    </span>
  )
}
