import { LateTooltip, SpeakerGlyph, cx, type SpeakerGlyphName } from '@ruwu/ui'
import styles from './status-switch.module.css'

type LampSwitchProps = {
  glyph: Extract<SpeakerGlyphName, 'spark' | 'flow'>
  label: string
  isOn: boolean
  /** Why it is disabled. */
  refusal?: string
  onChange: (isOn: boolean) => void
}

/** A switch with the glyph and colour of the reception type it turns on. */
export function LampSwitch({ glyph, label, isOn, refusal, onChange }: LampSwitchProps) {
  return (
    <LateTooltip text={refusal ?? label}>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        aria-disabled={refusal ? true : undefined}
        className={cx(styles.control, glyph === 'spark' ? styles.ai : styles.flow)}
        onClick={() => !refusal && onChange(!isOn)}
      >
        <span className={styles.glyph}>
          <SpeakerGlyph name={glyph} size={13} />
        </span>
        <span className={styles.label}>{label}</span>
        <span className={cx(styles.track, isOn && styles.on)} />
      </button>
    </LateTooltip>
  )
}
