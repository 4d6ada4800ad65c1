import type { WordsCard as Card } from '@ruwu/contract'
import { ShieldAlert } from 'lucide-react'
import { WORDS_DRAWER, WordListSheet } from '../../banned-word/index.ts'
import { texts } from '../texts.ts'
import { Figure, MoreCard } from './more-card.tsx'

/** 违禁词库: how many words, how often they were found. */
export function WordsCard({ card }: { card: Card }) {
  return (
    <MoreCard
      icon={ShieldAlert}
      title={texts.words}
      hint={texts.wordsHint}
      figures={
        <>
          <Figure name={texts.ownWords} value={card.own} unit={texts.wordCount} />
          {card.disabled > 0 && <Figure name={texts.disabledWords} value={card.disabled} unit={texts.wordCount} />}
          <Figure name={texts.hitsInWeek} value={card.hitsInWeek} unit={texts.hitCount} />
        </>
      }
      action={texts.manage}
      drawer={WORDS_DRAWER}
    >
      {(close) => <WordListSheet onClose={close} />}
    </MoreCard>
  )
}
