import type { AiTest, RelationId } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Button, StatusLabel, confirm, cx } from '@ruwu/ui'
import { Check, CircleAlert } from 'lucide-react'
import { useTimeZone } from '../../enterprise/index.ts'
import { useRemoveTest, useRunTests } from '../ai-agent.mutations.ts'
import { texts } from '../texts.ts'
import styles from './test-sheet.module.css'

type TestItemProps = {
  relationId: RelationId
  test: AiTest
  canEdit: boolean
  /** True during a run of all tests as well. */
  isRunning: boolean
  onEdit: () => void
}

export function TestItem({ relationId, test, canEdit, isRunning, onEdit }: TestItemProps) {
  const { id, question, points, missing, lastAnswer, lastRunAt } = test
  const timeZone = useTimeZone()
  const run = useRunTests(relationId)
  const remove = useRemoveTest(relationId)

  async function askRemove() {
    const title = texts.removeTestTitle(question)
    if (await confirm({ title, content: texts.removeTestEffect })) remove.mutate(id)
  }
  return (
    <>
      <div className={styles.line}>
        <b>{question}</b>
        <TestState test={test} isRunning={isRunning || run.isPending} />
      </div>
      <ul className={styles.points} aria-label={texts.expected}>
        {points.map((point) => (
          <li key={point} className={cx(missing.includes(point) && styles.missing)}>
            {missing.includes(point) && `${texts.missing} `}
            {point}
          </li>
        ))}
      </ul>
      {lastAnswer && (
        <p className={styles.answer}>
          <span className="sr-only">{texts.lastAnswer}：</span>
          {lastAnswer}
        </p>
      )}
      <div className={styles.tools}>
        <small>{lastRunAt && texts.lastRun(formatDateTime(lastRunAt, timeZone))}</small>
        {canEdit && (
          <>
            <Button variant="link" size="sm" busy={run.isPending || isRunning} onClick={() => run.mutate([id])}>
              {texts.run}
            </Button>
            <Button variant="link" size="sm" onClick={onEdit}>
              {texts.edit}
            </Button>
            <Button variant="link" size="sm" busy={remove.isPending} onClick={askRemove}>
              {texts.removeTest}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

function TestState({ test: { lastPass }, isRunning }: { test: AiTest; isRunning: boolean }) {
  if (isRunning) return <StatusLabel tone="quiet">{texts.running}</StatusLabel>
  if (lastPass === null) return <StatusLabel tone="quiet">{texts.neverRun}</StatusLabel>
  return (
    <StatusLabel tone={lastPass ? 'success' : 'error'} icon={lastPass ? Check : CircleAlert}>
      {lastPass ? texts.passed : texts.notPassed}
    </StatusLabel>
  )
}
