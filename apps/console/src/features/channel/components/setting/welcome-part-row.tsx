import { type Capabilities, WELCOME_CHARS_MAX, type WelcomePart } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { IconButton } from '@ruwu/ui'
import { Input } from 'antd'
import { Trash2 } from 'lucide-react'
import { limitText } from '../../../../form/image-check.ts'
import { ImageField } from '../../../../form/image-field.tsx'
import { MoveButtons } from '../../../../list/move-buttons.tsx'
import { settingTexts as texts } from '../../setting-texts.ts'
import { fieldId } from '../../use-setting-form.ts'
import styles from './welcome-part-row.module.css'

type WelcomePartRowProps = {
  part: WelcomePart
  index: number
  count: number
  imageLimit: Capabilities['image']
  error: string | undefined
  isLocked: boolean
  onChange: (part: WelcomePart) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One welcome message: text or image. */
export function WelcomePartRow(props: WelcomePartRowProps) {
  const { part, index, count, imageLimit, error, isLocked, onChange, onMove, onRemove } = props
  const label = texts.welcomePart(index + 1)
  const id = fieldId(`welcome.parts.${index}.${part.type === 'text' ? 'text' : 'url'}`)
  const counter = part.type === 'text' && lengthCounter(part.text, WELCOME_CHARS_MAX)
  return (
    <div className={styles.row}>
      <div className={styles.content}>
        {part.type === 'text' ? (
          <Input.TextArea
            id={id}
            aria-label={label}
            aria-invalid={Boolean(error)}
            status={error ? 'error' : undefined}
            autoSize={{ minRows: 2, maxRows: 8 }}
            placeholder={INPUT_PLACEHOLDER}
            value={part.text}
            onChange={(event) => onChange({ type: 'text', text: event.target.value })}
          />
        ) : (
          imageLimit && (
            <ImageField
              id={id}
              label={label}
              url={part.url}
              limit={imageLimit}
              isPrivate
              disabled={isLocked}
              onChange={(url) => onChange({ type: 'image', url })}
            />
          )
        )}
        {error ? (
          <p className={styles.error} role="alert">
            {error}
          </p>
        ) : (
          (counter || (part.type === 'image' && imageLimit)) && (
            <p className={styles.note}>{counter || (imageLimit && limitText(imageLimit))}</p>
          )
        )}
      </div>
      {!isLocked && (
        <div className={styles.tools}>
          <MoveButtons name={label} index={index} count={count} onMove={onMove} />
          <IconButton label={`${label} ${texts.remove}`} onClick={onRemove}>
            <Trash2 size={15} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
