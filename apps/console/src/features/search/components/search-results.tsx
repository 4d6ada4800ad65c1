import { Button } from '@ruwu/ui'
import type { UIEvent } from 'react'
import { Choice, choiceId, ChoiceList } from '../../../list/choice-list.tsx'
import type { FoundRow, FoundSection } from '../result-rows.ts'
import { texts } from '../texts.ts'
import styles from './search-results.module.css'
import { SearchRow } from './search-row.tsx'

/** Within this distance of the end the next page is fetched. */
const NEAR_END_PX = 160

type SearchResultsProps = {
  listId: string
  sections: readonly FoundSection[]
  keyword: string
  index: number
  onHover: (index: number) => void
  onPick: (index: number) => void
  onAll: (kind: FoundRow['kind']) => void
  isFetchingMore: boolean
  onEnd: () => void
}

/** Results grouped by kind; row indexes run through all groups. */
export function SearchResults(props: SearchResultsProps) {
  const { listId, sections, keyword, index, onHover, onPick, onAll, isFetchingMore, onEnd } = props
  const onScroll = ({ currentTarget: list }: UIEvent) => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX) onEnd()
  }
  return (
    <div className={styles.scroll} onScroll={onScroll}>
      <ChoiceList id={listId} className={styles.list} label={texts.results}>
        {sections.map(({ kind, rows, hasMore }, at) => {
          const first = sections.slice(0, at).reduce((sum, section) => sum + section.rows.length, 0)
          return (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot hold options
            <div key={kind} role="group" aria-label={texts.tabs[kind]}>
              <div className={styles.head}>
                <span>{texts.tabs[kind]}</span>
                {hasMore && (
                  // Pointer only: the tabs above do the same, and a listbox may contain options only.
                  <Button variant="link" aria-hidden tabIndex={-1} onClick={() => onAll(kind)}>
                    {texts.more}
                  </Button>
                )}
              </div>
              {rows.map((row, place) => (
                <Choice
                  key={keyOf(row)}
                  id={choiceId(listId, first + place)}
                  className={styles.row}
                  isMarked={first + place === index}
                  onHover={() => onHover(first + place)}
                  onPick={() => onPick(first + place)}
                >
                  <SearchRow row={row} keyword={keyword} />
                </Choice>
              ))}
            </div>
          )
        })}
      </ChoiceList>
      {isFetchingMore && <output className={styles.more}>{texts.loadingMore}</output>}
    </div>
  )
}

function keyOf(row: FoundRow): string {
  switch (row.kind) {
    case 'customer':
      return row.customer.customerId
    case 'message':
      return row.message.messageId
    case 'reply':
      return row.reply.id
    case 'page':
      return row.page.path
  }
}
