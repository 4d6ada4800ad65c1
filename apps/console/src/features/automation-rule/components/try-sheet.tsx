import type { AutomationRule, RuleFields, RuleSample, RuleTrial } from '@ruwu/contract'
import { actionText, conditionText, formatDateTime, leavesOf } from '@ruwu/domain'
import { Button, cx, Empty, ErrorBlock, SideSheet, SkeletonRows, StatusLabel } from '@ruwu/ui'
import { Input } from 'antd'
import { Check, MessageSquareText, X } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useRuleSamples, useTryRule } from '../automation-rule.queries.ts'
import { texts } from '../texts.ts'
import styles from './try-sheet.module.css'

/** A saved rule, or one that is being written. */
export type TriedRule = Pick<RuleFields, 'name' | 'accountIds' | 'conditions' | 'actions'> &
  Partial<Pick<AutomationRule, 'id'>>

/** Dry run on past messages: each condition is ticked, nothing is done. */
export function TrySheet({ rule, onClose }: { rule: TriedRule; onClose: () => void }) {
  const { id, accountIds, conditions } = rule
  const which = id ? { id } : { draft: { accountIds, conditions } }
  const samples = useRuleSamples(which)
  const trial = useTryRule()
  const [chosen, setChosen] = useState<RuleSample>()
  const [text, setText] = useState('')
  const choose = (sample: RuleSample) => {
    setChosen(sample)
    setText(sample.text)
    trial.mutate({ ...which, messageId: sample.messageId })
  }
  /** Of a new customer, unless one is chosen. */
  const tryText = () =>
    text.trim() !== '' && trial.mutate({ ...which, ...(chosen && { customerId: chosen.customerId }), text })
  return (
    <SideSheet title={texts.tryTitle(rule.name)} width="xl" onClose={onClose}>
      <div className={styles.sheet}>
        <section className={styles.samples} aria-label={texts.samples}>
          <h3>{texts.samples}</h3>
          <p className={styles.note}>{texts.tryNote}</p>
          {samples.error && !samples.data ? (
            <ErrorBlock message={messageOf(samples.error)} onRetry={samples.refetch} />
          ) : !samples.data ? (
            <SkeletonRows rows={6} disc={false} />
          ) : samples.data.length === 0 ? (
            <Empty icon={MessageSquareText} text={texts.samplesNone} />
          ) : (
            <ul>
              {samples.data.map((sample) => (
                <li key={sample.messageId}>
                  <Sample sample={sample} isChosen={sample === chosen} onChoose={() => choose(sample)} />
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className={styles.result} aria-label={texts.result} aria-live="polite">
          <h3>{texts.result}</h3>
          <div className={styles.typed}>
            <Input
              aria-label={texts.tryText}
              placeholder={chosen ? texts.tryTextPlaceholder : texts.tryNewcomer}
              maxLength={1000}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onPressEnter={tryText}
            />
            <Button busy={trial.isPending} disabled={text.trim() === ''} onClick={tryText}>
              {texts.tryRun}
            </Button>
          </div>
          {trial.data ? <Verdict rule={rule} trial={trial.data} /> : <p className={styles.note}>{texts.resultNone}</p>}
        </section>
      </div>
    </SideSheet>
  )
}

type SampleProps = { sample: RuleSample; isChosen: boolean; onChoose: () => void }

function Sample({ sample: { customerName, text, at, pass }, isChosen, onChoose }: SampleProps) {
  const timeZone = useTimeZone()
  return (
    <button
      type="button"
      className={cx(styles.sample, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <span className={styles.who}>
        <b className="cut">{customerName}</b>
        <time dateTime={at}>{formatDateTime(at, timeZone)}</time>
      </span>
      <span className={styles.said}>{text || texts.sampleKind}</span>
      <StatusLabel tone={pass ? 'success' : 'quiet'} icon={pass ? Check : X}>
        {pass ? texts.pass : texts.fail}
      </StatusLabel>
    </button>
  )
}

function Verdict({ rule, trial: { pass, conditions } }: { rule: TriedRule; trial: RuleTrial }) {
  const leaves = new Map(leavesOf(rule.conditions).map(({ path, condition }) => [path, condition]))
  return (
    <>
      {conditions.length > 0 && (
        <ol className={styles.conditions}>
          {conditions.map(({ path, pass: holds }) => {
            const condition = leaves.get(path)
            const Icon = holds ? Check : X
            return (
              <li key={path} className={holds ? styles.holds : styles.fails}>
                <Icon size={15} strokeWidth={2} aria-label={holds ? texts.yes : texts.no} />
                <span>{condition ? conditionText(condition) : path}</span>
              </li>
            )
          })}
        </ol>
      )}
      <output className={pass ? styles.runs : styles.rests}>{pass ? texts.wouldRun : texts.wouldNotRun}</output>
      {pass && (
        <ol className={styles.actions}>
          {rule.actions.map(actionText).map((action, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same action may stand there twice
            <li key={index}>{action}</li>
          ))}
        </ol>
      )}
    </>
  )
}
