import type { AiRun } from '@ruwu/contract'
import { CHECK_LABELS, formatDateTimeSeconds, formatNumber } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import type { ReactNode } from 'react'
import { useCustomerFields } from '../../customer-setting/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useAiRun, type AiMessage } from '../ai-run.queries.ts'
import { decisionText, durationText, generatorText } from '../run-text.ts'
import { texts } from '../texts.ts'
import { PieceList } from './piece-list.tsx'
import styles from './run-dialog.module.css'
import { RunLoading } from './run-loading.tsx'

/** The full record of an answer. */
export function RunDialog({ onClose, ...message }: AiMessage & { onClose: () => void }) {
  const { data: run, error, refetch } = useAiRun(message)
  return (
    <Dialog
      wide
      title={texts.title}
      onCancel={onClose}
      footer={
        <Button data-autofocus onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      {run ? <Record run={run} /> : <RunLoading error={error} onRetry={refetch} />}
    </Dialog>
  )
}

function Record({ run }: { run: AiRun }) {
  const timeZone = useTimeZone()
  const { data: fields = [] } = useCustomerFields()
  const names = Object.fromEntries(fields.map(({ id, name }) => [id, name]))
  const { question, knowledge, hitFrom, decision, findings, state, detail } = run
  const { agentVersion, tokensIn, tokensOut, points } = run
  return (
    <div className={styles.record}>
      <Part title={texts.asked}>
        <p>{question || texts.noQuestion}</p>
      </Part>
      <Part title={texts.knowledge}>
        <PieceList pieces={knowledge} hitFrom={hitFrom} />
      </Part>
      <Part title={texts.decision}>
        <p>{decisionText(decision, names).join(' · ')}</p>
      </Part>
      <Part title={texts.checked}>
        {findings.length === 0 ? (
          <p>{texts.nothingFound}</p>
        ) : (
          <ul>
            {findings.map(({ kind, text }) => (
              <li key={`${kind} ${text}`}>{texts.finding(CHECK_LABELS[kind], text)}</li>
            ))}
          </ul>
        )}
      </Part>
      <dl className={styles.facts}>
        <Fact name={texts.state}>{detail ? texts.withDetail(texts.states[state], detail) : texts.states[state]}</Fact>
        <Fact name={texts.version}>{texts.versionOf(agentVersion)}</Fact>
        <Fact name={texts.generator}>{generatorText(run)}</Fact>
        {tokensIn + tokensOut > 0 && (
          <Fact name={texts.tokens}>{texts.tokensOf(formatNumber(tokensIn), formatNumber(tokensOut))}</Fact>
        )}
        <Fact name={texts.duration}>{durationText(run.durationMs)}</Fact>
        <Fact name={texts.points}>{formatNumber(points)}</Fact>
        <Fact name={texts.startedAt}>{formatDateTimeSeconds(run.startedAt, timeZone)}</Fact>
      </dl>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
