import type { HomeMiss } from '@ruwu/contract'
import { Button, Panel } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { AnswerDialog } from '../../ai-run/index.ts'
import { useResolveMiss } from '../../knowledge/index.ts'
import { useCan } from '../../permission/index.ts'
import { homeKeys, useTopMisses } from '../home.queries.ts'
import { texts } from '../texts.ts'
import { PanelBody } from './panel-body.tsx'
import styles from './miss-panel.module.css'

/** AI 建议: the most frequent questions without knowledge, each answered here. */
export function MissPanel() {
  const canView = useCan('channelAccount:viewPage')
  const canEdit = useCan('channelAccount:settingsEdit')
  const query = useTopMisses()
  const [filled, setFilled] = useState<HomeMiss>()
  if (!canView) return null
  return (
    <Panel
      title={texts.suggestions}
      note={texts.suggestionsNote}
      refreshing={query.isFetching && query.data !== undefined}
    >
      <PanelBody query={query} rows={3} empty={{ icon: CircleCheck, text: texts.noMisses }}>
        {(misses) => (
          <ul className={styles.list}>
            {misses.map((miss) => (
              <li key={miss.id}>
                <b>{miss.question}</b>
                <span>{miss.accountName}</span>
                <span>{texts.asked(miss.times)}</span>
                {canEdit && (
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={texts.fillQuestion(miss.question)}
                    onClick={() => setFilled(miss)}
                  >
                    {texts.fill}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </PanelBody>
      {filled && <FillDialog miss={filled} onClose={() => setFilled(undefined)} />}
    </Panel>
  )
}

/** Answers one missed question. */
export function FillDialog({ miss: { id, relationId, question }, onClose }: { miss: HomeMiss; onClose: () => void }) {
  const cache = useQueryClient()
  const resolve = useResolveMiss(relationId)
  return (
    <AnswerDialog
      title={texts.fillTitle}
      initial={{ question, answer: '' }}
      onSubmit={async (entry) => {
        await resolve.mutateAsync({ id, entry })
        await cache.invalidateQueries({ queryKey: homeKeys.all })
      }}
      onClose={onClose}
    />
  )
}
