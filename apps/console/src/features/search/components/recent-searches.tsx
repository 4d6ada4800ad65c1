import { Button, Empty } from '@ruwu/ui'
import { Clock, Search } from 'lucide-react'
import { Choice, choiceId, ChoiceList } from '../../../list/choice-list.tsx'
import { texts } from '../texts.ts'
import styles from './search-results.module.css'

type RecentSearchesProps = {
  listId: string
  keywords: readonly string[]
  index: number
  onHover: (index: number) => void
  onPick: (index: number) => void
  onForget: () => void
}

/** The agent's last searches, shown while the input is empty. */
export function RecentSearches({ listId, keywords, index, onHover, onPick, onForget }: RecentSearchesProps) {
  if (keywords.length === 0) return <Empty icon={Search} text={texts.noRecent} />
  return (
    <>
      <div className={styles.head}>
        <span>{texts.recent}</span>
        <Button variant="link" onClick={onForget}>
          {texts.clearRecent}
        </Button>
      </div>
      <ChoiceList id={listId} className={styles.list} label={texts.recent}>
        {keywords.map((keyword, at) => (
          <Choice
            key={keyword}
            id={choiceId(listId, at)}
            className={styles.short}
            isMarked={at === index}
            onHover={() => onHover(at)}
            onPick={() => onPick(at)}
          >
            <Clock size={15} strokeWidth={1.75} aria-hidden="true" />
            <span className="cut">{keyword}</span>
          </Choice>
        ))}
      </ChoiceList>
    </>
  )
}
