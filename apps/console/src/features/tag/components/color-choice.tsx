import { TAG_COLORS, type TagColor } from '@ruwu/contract'
import { TAG_COLOR_LABELS } from '@ruwu/domain'
import { TagDot } from './tag-dot.tsx'
import styles from './color-choice.module.css'

/** The twelve colours as radio buttons; their names are read out. */
export function ColorChoice({ value, onChange }: { value: TagColor; onChange: (color: TagColor) => void }) {
  return (
    <div className={styles.colors}>
      {TAG_COLORS.map((color) => (
        <label key={color} className={styles.color} title={TAG_COLOR_LABELS[color]}>
          <input
            type="radio"
            name="tag-color"
            className="sr-only"
            aria-label={TAG_COLOR_LABELS[color]}
            checked={color === value}
            onChange={() => onChange(color)}
          />
          <TagDot color={color} />
        </label>
      ))}
    </div>
  )
}
