import type { ReplyPart } from '@ruwu/contract'
import { IconButton } from '@ruwu/ui'
import { IdCard, X } from 'lucide-react'
import { StoredImage } from '../../../stored-file/stored-image.tsx'
import { texts } from './texts.ts'
import styles from './attached.module.css'

/** Images and cards of a quick reply, sent after its text. */
export function AttachedParts({ parts, onDrop }: { parts: readonly ReplyPart[]; onDrop: (index: number) => void }) {
  return (
    <ul className={styles.parts} aria-label={texts.parts}>
      {parts.map((part, index) => {
        const name = part.type === 'card' ? part.title : texts.partImage
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the same part may stand there twice
          <li key={`${index} ${name}`}>
            {part.type === 'image' ? (
              <StoredImage className={styles.picture} url={part.url} alt={name} />
            ) : (
              <>
                <IdCard size={15} aria-hidden="true" />
                <span className="cut">{name}</span>
              </>
            )}
            <IconButton className={styles.drop} label={texts.dropPart(name)} onClick={() => onDrop(index)}>
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}
