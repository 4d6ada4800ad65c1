import type { AiDraft, RelationId } from '@ruwu/contract'
import { MessageCircleQuestionMark } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Turn } from '../preview-turns.ts'
import { texts } from '../texts.ts'
import type { Preview } from '../use-preview.ts'
import { focusAskBox } from './ask-box.tsx'
import styles from './turn-log.module.css'
import { TurnView } from './turn-view.tsx'

type TurnLogProps = { preview: Preview; config: AiDraft; relationId: RelationId; canEdit: boolean }

/** Within this distance of the end the log sticks to the end. */
const NEAR_PX = 120

/** All turns, the newest at the bottom. */
export function TurnLog({ preview, config, relationId, canEdit }: TurnLogProps) {
  const { turns } = preview
  const log = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    if (isAtEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight })
  })
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = log.current!
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX
  }
  return (
    <div ref={log} className={styles.log} role="log" aria-label={texts.log} aria-live="off" onScroll={onScroll}>
      {turns.length === 0 && (
        <div className={styles.empty}>
          <MessageCircleQuestionMark size={40} strokeWidth={1.25} aria-hidden="true" />
          <p>{texts.empty}</p>
          <small>{texts.emptyHint}</small>
        </div>
      )}
      {turns.map((turn) => (
        <TurnView
          key={turn.key}
          turn={turn}
          config={config}
          relationId={relationId}
          convId={preview.session.convId}
          canEdit={canEdit}
          canRetry={!preview.running}
          onRate={(rating) => void preview.rate(turn, rating)}
          onRetry={() => {
            preview.retry(turn)
            focusAskBox()
          }}
        />
      ))}
      {/* A streaming text in a live region would be announced repeatedly; only the finished answer is announced. */}
      <output className="sr-only">{spokenOf(turns.at(-1), config.role.name)}</output>
    </div>
  )
}

function spokenOf(turn: Turn | undefined, name: string): string {
  if (!turn?.end) return turn ? texts.thinking : ''
  if (turn.end.kind === 'failed') return turn.end.problem
  return turn.texts.length > 0 ? texts.says(name, turn.texts.join(' ')) : texts.silent
}
