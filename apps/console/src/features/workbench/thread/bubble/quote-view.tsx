import { Reply } from 'lucide-react'
import { useLog } from '../message-log/log-context.ts'
import { texts } from '../texts.ts'
import styles from './bubble.module.css'
import { spokenText } from './plain-text.ts'

/** The quoted message. Visible to agents only. */
export function QuoteView({ chatId }: { chatId: string }) {
  const { customer, findLine, goTo } = useLog()
  const line = findLine(chatId)
  if (!line)
    return (
      <p className={styles.quote}>
        <Reply size={12} aria-hidden="true" />
        {texts.quoteGone}
      </p>
    )
  return (
    <button type="button" className={styles.quote} onClick={() => goTo(chatId)}>
      <Reply size={12} aria-hidden="true" />
      <span className="cut">{texts.aloud(line.name, spokenText(line.content, customer.source))}</span>
    </button>
  )
}
