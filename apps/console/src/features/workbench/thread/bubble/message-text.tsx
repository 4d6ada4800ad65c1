import type { Source } from '@ruwu/contract'
import { splitEmoji } from '@ruwu/domain'
import { confirm } from '@ruwu/ui'
import { memo } from 'react'
import { Highlight } from '../../../../rendering/highlight.tsx'
import { Emoji } from '../../../emoji/index.ts'
import { texts } from '../texts.ts'
import styles from './message-text.module.css'
import { splitLinks } from './split-links.ts'

type MessageTextProps = {
  source: Source
  text: string
  /** The keyword of the search in the thread; highlighted. */
  keyword: string
  /** Links of customers open only after a confirmation. */
  isTrusted: boolean
}

/** Text with emoji images and links; copying yields the plain text. */
export const MessageText = memo(function MessageText({ source, text, keyword, isTrusted }: MessageTextProps) {
  return splitLinks(text).map((part) =>
    part.kind === 'text' ? (
      <TextPart key={part.start} source={source} text={part.text} keyword={keyword} />
    ) : isTrusted ? (
      <a key={part.start} className={styles.link} href={part.href} target="_blank" rel="noopener noreferrer">
        <Highlight text={part.text} keyword={keyword} />
      </a>
    ) : (
      <button key={part.start} type="button" className={styles.link} onClick={() => void openAfterQuestion(part.href)}>
        <Highlight text={part.text} keyword={keyword} />
      </button>
    ),
  )
})

function TextPart({ source, text, keyword }: { source: Source; text: string; keyword: string }) {
  return splitEmoji(source, text).map((part) =>
    part.kind === 'emoji' ? (
      <Emoji key={part.start} emoji={part.emoji} />
    ) : (
      <Highlight key={part.start} text={part.text} keyword={keyword} />
    ),
  )
}

export async function openAfterQuestion(href: string) {
  if (await confirm({ title: texts.leaving, content: <span className={styles.address}>{href}</span> }))
    window.open(href, '_blank', 'noopener,noreferrer')
}
