import { Button } from '@ruwu/ui'
import { useAiRun, type AiMessage } from '../ai-run.queries.ts'
import { texts } from '../texts.ts'
import styles from './answer-basis.module.css'
import { PieceList } from './piece-list.tsx'
import { RunLoading } from './run-loading.tsx'

/** 查看依据, inline below the answer: knowledge entries and their scores. */
export function AnswerBasis({ onMore, ...message }: AiMessage & { onMore: () => void }) {
  const { data: run, error, refetch } = useAiRun(message)
  return (
    <section className={styles.basis} aria-label={texts.knowledge}>
      {run ? (
        <>
          <PieceList pieces={run.knowledge} hitFrom={run.hitFrom} />
          <Button variant="link" size="sm" onClick={onMore}>
            {texts.more}
          </Button>
        </>
      ) : (
        <RunLoading error={error} onRetry={refetch} />
      )}
    </section>
  )
}
