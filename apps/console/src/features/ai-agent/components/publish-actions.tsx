import type { AiAgentDetail } from '@ruwu/contract'
import { formatListTime } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { useState } from 'react'
import { useMinute } from '../../../browser/clock.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useAgentUrl } from '../agent-url.ts'
import { useTests } from '../ai-agent.queries.ts'
import { texts } from '../texts.ts'
import type { PartProps } from './config-panel.tsx'
import styles from './publish-actions.module.css'
import { PublishDialog } from './publish-dialog.tsx'

/** The published version's state, the test results of the draft, and 发布. */
export function PublishActions({ agent, form, canEdit }: PartProps) {
  const [isPublishing, setIsPublishing] = useState(false)
  const { showTests } = useAgentUrl()
  const { data: tests = [] } = useTests(agent.relationId)
  const passed = tests.filter((it) => it.lastPass).length
  return (
    <>
      <PublishedState agent={agent} />
      <Button onClick={() => showTests(true)}>
        {tests.length > 0 ? texts.testsPassed(passed, tests.length) : texts.tests}
      </Button>
      {canEdit && (
        <Button variant="primary" onClick={() => setIsPublishing(true)}>
          {texts.publish}
        </Button>
      )}
      {isPublishing && <PublishDialog agent={agent} form={form} tests={tests} onClose={() => setIsPublishing(false)} />}
    </>
  )
}

function PublishedState({ agent }: { agent: AiAgentDetail }) {
  const { publishedVersion, publishedAt, isChanged, inheritedFrom } = agent
  const timeZone = useTimeZone()
  const now = useMinute()
  if (publishedVersion === null) {
    const text = inheritedFrom ? texts.inheritedVersion(inheritedFrom.version) : texts.unpublished
    return <span className={styles.state}>{text}</span>
  }
  const text = texts.publishedAt(publishedVersion, formatListTime(publishedAt, new Date(now), timeZone))
  return (
    <span className={styles.state}>
      {text}
      {isChanged && <small>{texts.changedSince}</small>}
    </span>
  )
}
