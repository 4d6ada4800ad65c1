import type { ReplyPart, Source } from '@ruwu/contract'
import { IconButton } from '@ruwu/ui'
import { IdCard, X, Reply } from 'lucide-react'
import { StoredImage } from '../../../stored-file/stored-image.tsx'
import { plainText } from '../thread/bubble/plain-text.ts'
import type { Quote } from './draft/draft.ts'
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

/** The quoted message. */
export function AttachedQuote({ quote, source, onDrop }: { quote: Quote; source: Source; onDrop: () => void }) {
  return (
    <div className={styles.quote}>
      <Reply size={14} aria-hidden="true" />
      <b>{texts.quoting(quote.name)}</b>
      <span className="cut">{plainText(quote.content, source)}</span>
      <small>{texts.quoteArrives}</small>
      <IconButton className={styles.drop} label={texts.dropQuote} title={texts.dropQuote} onClick={onDrop}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
