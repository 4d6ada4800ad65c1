import { RECEPTION_TYPES, type AccountDetail, type CardRule, type CardRuleVerdict } from '@ruwu/contract'
import { Button, SideSheet, cx } from '@ruwu/ui'
import { Checkbox, Input, InputNumber, Segmented } from 'antd'
import { Check, Minus } from 'lucide-react'
import { useState } from 'react'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { useTryRules, type TryBody } from '../card-rule.queries.ts'
import { texts } from '../texts.ts'
import styles from './try-sheet.module.css'

type State = Required<TryBody['state']>

const usual: State = {
  round: 1,
  hasLead: false,
  receptionType: 'ai_agent',
  tagIds: [],
  isFirstEnter: false,
  isAd: false,
  silentMinutes: 0,
}

const receptionOptions = RECEPTION_TYPES.map((value) => ({ value, label: texts.receptions[value] }))

const ticks = [
  { name: 'isFirstEnter', label: texts.tryFirst },
  { name: 'isAd', label: texts.tryAd },
  { name: 'hasLead', label: texts.tryLead },
] as const

type TrySheetProps = { account: AccountDetail; rules: CardRule[]; onClose: () => void }

/** Dry run with an invented customer: which rule would send a card, and why the others would not. */
export function TrySheet({ account: { relationId }, rules, onClose }: TrySheetProps) {
  const [text, setText] = useState('')
  const [state, setState] = useState(usual)
  const trial = useTryRules()
  const change = (part: Partial<State>) => setState((old) => ({ ...old, ...part }))
  const run = () => trial.mutate({ relationId, text, state })
  return (
    <SideSheet title={texts.tryTitle} width="lg" onClose={onClose}>
      <div className={styles.sheet}>
        <FieldStack>
          <Field id="try-text" label={texts.trySentence}>
            {(control) => (
              <Input.TextArea
                {...control}
                data-autofocus
                autoSize={{ minRows: 2, maxRows: 5 }}
                maxLength={1000}
                placeholder={texts.trySentencePlaceholder}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <div className={styles.pair}>
            <Field id="try-round" label={texts.tryRound}>
              {(control) => (
                <InputNumber
                  {...control}
                  className={styles.number}
                  min={0}
                  max={1000}
                  precision={0}
                  value={state.round}
                  onChange={(round) => change({ round: round ?? 0 })}
                />
              )}
            </Field>
            <Field id="try-silent" label={texts.trySilent}>
              {(control) => (
                <InputNumber
                  {...control}
                  className={styles.number}
                  min={0}
                  max={100_000}
                  precision={0}
                  suffix={texts.minutes}
                  value={state.silentMinutes}
                  onChange={(silentMinutes) => change({ silentMinutes: silentMinutes ?? 0 })}
                />
              )}
            </Field>
          </div>
          <FieldGroup label={texts.tryReception}>
            <Segmented
              aria-label={texts.tryReception}
              options={receptionOptions}
              value={state.receptionType}
              onChange={(receptionType) => change({ receptionType })}
            />
          </FieldGroup>
          <div className={styles.ticks}>
            {ticks.map(({ name, label }) => (
              <Checkbox key={name} checked={state[name]} onChange={(event) => change({ [name]: event.target.checked })}>
                {label}
              </Checkbox>
            ))}
          </div>
          <Button variant="primary" className={styles.run} busy={trial.isPending} onClick={run}>
            {texts.run}
          </Button>
        </FieldStack>
        <section className={styles.results}>
          <h3>{texts.results}</h3>
          {trial.data ? <DryRunResults verdicts={trial.data} rules={rules} /> : <p>{texts.resultsNone}</p>}
        </section>
      </div>
    </SideSheet>
  )
}

function DryRunResults({ verdicts, rules }: { verdicts: CardRuleVerdict[]; rules: CardRule[] }) {
  const nameOf = new Map(rules.map((it) => [it.id, it.name]))
  return (
    <>
      {!verdicts.some((it) => it.fires) && <output>{texts.noRuleFires}</output>}
      <ol>
        {verdicts.map(({ ruleId, fires, reason }, index) => {
          const Icon = fires ? Check : Minus
          return (
            <li key={ruleId} className={cx(fires && styles.fires)}>
              <Icon size={15} strokeWidth={2} aria-hidden="true" />
              <b className="cut">
                {index + 1}. {nameOf.get(ruleId) ?? ''}
              </b>
              <span>{fires ? texts.fires : reason}</span>
            </li>
          )
        })}
      </ol>
    </>
  )
}
