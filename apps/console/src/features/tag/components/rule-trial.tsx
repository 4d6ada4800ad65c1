import { TAG_TRIAL_DAYS, tagApi, TagRule, type TagRuleTrial } from '@ruwu/contract'
import { formatDateTime, formatNumber } from '@ruwu/domain'
import { Button, toast } from '@ruwu/ui'
import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { call } from '../../../api/call.ts'
import { showError } from '../../../api/show-error.ts'
import { problemsOf } from '../../../form/problems.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import styles from './rule-trial.module.css'

/** Dry run of the rule as it stands in the form. The result of another rule is not shown. */
export function RuleTrial({ rule }: { rule: TagRule }) {
  const trial = useMutation({
    mutationFn: (tried: TagRule) => call(tagApi.tryRule, { body: { rule: tried } }),
    onError: showError,
  })
  const run = () => {
    const [problem] = Object.values(problemsOf(TagRule.safeParse(rule)))
    if (problem) toast.warning(problem)
    else trial.mutate(rule)
  }
  return (
    <section className={styles.trial} aria-label={texts.trial}>
      <Button busy={trial.isPending} onClick={run}>
        <FlaskConical size={15} aria-hidden="true" />
        {texts.trialRun(TAG_TRIAL_DAYS)}
      </Button>
      {trial.data && trial.variables === rule && <Result trial={trial.data} />}
    </section>
  )
}

function Result({ trial: { matched, checked, isCut, samples } }: { trial: TagRuleTrial }) {
  const timeZone = useTimeZone()
  return (
    <div aria-live="polite">
      <p className={styles.sum}>
        {texts.trialResult(formatNumber(checked), formatNumber(matched))}
        {isCut && <small>{texts.trialCut(formatNumber(checked))}</small>}
      </p>
      <ul className={styles.samples}>
        {samples.map(({ customerId, name, text, at }) => (
          <li key={customerId}>
            <b className="cut">{name}</b>
            <span className="cut">{text}</span>
            <time dateTime={at}>{formatDateTime(at, timeZone)}</time>
          </li>
        ))}
      </ul>
      {matched > samples.length && <p className={styles.more}>{texts.trialMore(samples.length)}</p>}
    </div>
  )
}
