import type { Source } from '@ruwu/contract'
import { IconButton } from '@ruwu/ui'
import { Reply, X } from 'lucide-react'
import { plainText } from '../thread/bubble/plain-text.ts'
import type { Quote } from './draft/draft.ts'
import { texts } from './texts.ts'
import styles from './attached.module.css'

/** The quoted message. */
export function AttachedQuote({ quote, source, onDrop }: { quote: Quote; source: Source; onDrop: () => void }) {
  return (
    <div className={styles.quote}>
      <Reply size={14} aria-hidden="true" />
      <b>{texts.quoting(quote.name)}</b>
      <span className="cut">{plainText(quote.content, source)}</span>
      <IconButton className={styles.drop} label={texts.dropQuote} title={texts.dropQuote} onClick={onDrop}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
