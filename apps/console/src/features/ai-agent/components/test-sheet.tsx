import { AI_TESTS_MAX, type AiTestId, type RelationId } from '@ruwu/contract'
import { Button, Empty, ErrorBlock, SideSheet, SkeletonRows, Tooltip } from '@ruwu/ui'
import { ListChecks, Play, Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { leaveForm } from '../../../form/leave-form.ts'
import { useLeaveForm } from '../../../form/use-leave-form.ts'
import { useRunTests } from '../ai-agent.mutations.ts'
import { useTests } from '../ai-agent.queries.ts'
import { texts } from '../texts.ts'
import { TestForm } from './test-form.tsx'
import { TestItem } from './test-item.tsx'
import styles from './test-sheet.module.css'

const NEW = 'new'

type TestSheetProps = { relationId: RelationId; canEdit: boolean; onClose: () => void }

/** The test questions run before publishing. */
export function TestSheet({ relationId, canEdit, onClose }: TestSheetProps) {
  const { data: tests, error, refetch } = useTests(relationId)
  const [openId, setOpenId] = useState<AiTestId | typeof NEW>()
  const runAll = useRunTests(relationId)
  const isFull = (tests?.length ?? 0) >= AI_TESTS_MAX
  const [isTyped, setIsTyped] = useState(false)
  const show = (id: typeof openId) => {
    setOpenId(id)
    setIsTyped(false)
  }
  const { close } = useLeaveForm(isTyped, onClose)
  const open = (id: typeof openId) => leaveForm(isTyped, () => show(id))
  const form = {
    relationId,
    onTyped: () => setIsTyped(true),
    onCancel: () => open(undefined),
    onSaved: () => show(undefined),
  }
  return (
    <SideSheet
      title={texts.tests}
      width="lg"
      onClose={close}
      footer={
        canEdit && (
          <>
            <Button busy={runAll.isPending} disabled={!tests?.length} onClick={() => runAll.mutate(undefined)}>
              <Play size={15} aria-hidden="true" />
              {runAll.isPending ? texts.running : texts.runAll}
            </Button>
            <Tooltip text={isFull && texts.testsFull(AI_TESTS_MAX)}>
              <span>
                <Button variant="primary" disabled={isFull || !tests || openId === NEW} onClick={() => open(NEW)}>
                  <Plus size={16} aria-hidden="true" />
                  {texts.addTest}
                </Button>
              </span>
            </Tooltip>
          </>
        )
      }
    >
      <p className={styles.intro}>
        {texts.testsIntro}
        {tests && <span>{texts.count(tests.length, AI_TESTS_MAX)}</span>}
      </p>
      {error && !tests ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !tests ? (
        <SkeletonRows rows={5} height={72} disc={false} />
      ) : (
        <>
          {tests.length === 0 && openId !== NEW && <Empty icon={ListChecks} text={texts.testsNone} />}
          <ul className={styles.list}>
            {tests.map((test) => (
              <li key={test.id}>
                {openId === test.id ? (
                  <TestForm {...form} test={test} />
                ) : (
                  <TestItem
                    relationId={relationId}
                    test={test}
                    canEdit={canEdit}
                    isRunning={runAll.isPending}
                    onEdit={() => open(test.id)}
                  />
                )}
              </li>
            ))}
            {openId === NEW && (
              <li>
                <TestForm {...form} test={undefined} />
              </li>
            )}
          </ul>
        </>
      )}
    </SideSheet>
  )
}
